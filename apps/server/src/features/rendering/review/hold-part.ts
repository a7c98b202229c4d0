import type { Tx } from '../../../platform/ctx.ts'
import { moveFrame } from '../frames/moves-store.ts'
import { picturePrice } from '../frames/picture-price.ts'
import { publishFrames, publishJob } from '../frames/publish-job.ts'
import type { ChunkRow, JobRow } from '../schema.ts'
import type { FramePart } from './frame-parts-store.ts'

export interface HeldPart {
  job: JobRow
  /** A whole frame with its picture stored; a part cannot be held, as its owner could not judge it. */
  framePart: FramePart
  /** The chunk in which the picture was rendered. */
  chunk: ChunkRow
  renderMs: number
}

/**
 * Holds a picture that no machine can check: its pay stays on hold until one can, or its owner accepts it. The job is
 * locked. The hold's time limit counts from the picture's arrival, however often checks of it began meanwhile.
 */
export async function holdPart(tx: Tx, held: HeldPart): Promise<void> {
  const { job, framePart, chunk, renderMs } = held
  const { microUsd } = picturePrice({ job, chunk, renderMs })
  await moveFrame(tx, framePart, 'held', { held_micro_usd: microUsd })
  await publishFrames(tx, job, [framePart.number])
  await publishJob(tx, job)
}
