import { renderFailuresMax } from '@gridloom/contract/core/constants'
import type { RenderJobId } from '@gridloom/contract/core/ids'
import type { RenderProblem } from '@gridloom/contract/rendering/frame'
import type { Tx } from '../../../platform/ctx.ts'
import type { RenderingCtx } from '../ctx.ts'
import { requeueFrames } from '../dispatch/requeue-frames.ts'
import { finishJobIfDone } from '../frames/finish-job.ts'
import { addToJob, lockJob } from '../frames/jobs-store.ts'
import { moveFrame } from '../frames/moves-store.ts'
import { publishFrames, publishJob, publishWork } from '../frames/publish-job.ts'
import type { ChunkRow } from '../schema.ts'
import {
  addFailedMachine,
  countPictures,
  type FramePart,
  lockPart,
  updatePart,
} from './frame-parts-store.ts'

interface SentBack {
  /** The chunk in which they were rendered. */
  chunk: ChunkRow & { job_id: RenderJobId }
  /** The parts to return; defaults to all that the chunk still has. */
  parts?: readonly FramePart[]
  problem: RenderProblem
}

/**
 * Refuses pictures: other machines render their frames, and their machine is not paid for them. Returns how many of
 * them were still the chunk's.
 */
export async function sendBack(ctx: RenderingCtx, tx: Tx, back: SentBack): Promise<number> {
  const { chunk, parts, problem } = back
  const count =
    chunk.kind === 'merge'
      ? await sendBackMerged(ctx, tx, back)
      : await requeueFrames(ctx, tx, {
          chunk,
          ...(parts === undefined ? {} : { parts }),
          from: ['rendering', 'checking', 'held'],
          failedBy: 'machine',
          problem,
        })
  await countPictures(tx, chunk.machine_id, { refused: count })
  return count
}

/** Refuses a merged frame, whose ranges stay: another machine merges them, and the third that fails ends it. */
async function sendBackMerged(
  ctx: RenderingCtx,
  tx: Tx,
  { chunk, problem }: SentBack,
): Promise<number> {
  const job = await lockJob(tx, chunk.job_id)
  const [number] = chunk.frames
  if (number === undefined) return 0
  const framePart = { job_id: job.id, number, part: 0 }
  const frame = await lockPart(tx, framePart)
  const isHere = frame?.state === 'checking' || frame?.state === 'held'
  const isOurs = isHere && frame.chunk_id === chunk.id
  if (!isOurs && frame?.state !== 'assembling') return 0
  const failed = (await addFailedMachine(tx, framePart, chunk.machine_id)) >= renderFailuresMax
  const change = {
    chunk_id: null,
    held_micro_usd: 0,
    problem: JSON.stringify(problem),
    changed_at: ctx.clock.now(),
  }
  if (failed) await moveFrame(tx, framePart, 'failed', change)
  else if (isHere) await moveFrame(tx, framePart, 'assembling', change)
  else await updatePart(tx, framePart, change)
  await publishFrames(tx, job, [number])
  if (!failed) await publishWork(tx)
  else {
    const counted = await addToJob(tx, job.id, { failed: 1 })
    await publishJob(tx, counted)
    await finishJobIfDone(ctx, tx, counted)
  }
  return 1
}
