import type { RenderFrame } from '@gridloom/contract/rendering'
import type { Tx } from '../../../platform/ctx.ts'
import type { RenderingCtx } from '../ctx.ts'
import { finishJobIfDone } from '../jobs/finish-job.ts'
import { addToJob, updateJob } from '../jobs/jobs-store.ts'
import { chargeFrame } from '../jobs/money.ts'
import { tellFrames, tellJob, tellWork } from '../jobs/tell-job.ts'
import type { ChunkRow, JobRow } from '../schema.ts'
import { countPictures, type Maker, type PieceOf, updatePiece } from './pieces-store.ts'

export interface Accepted {
  job: JobRow
  piece: PieceOf
  /** The chunk in which it was made. */
  chunk: ChunkRow
  maker: Maker
  renderMs: number
  checked: RenderFrame['checked']
}

/**
 * A picture is right: its machine is paid, and its frame is done where it is all of it. The job is locked, and the
 * piece has its picture noted.
 */
export async function acceptPiece(ctx: RenderingCtx, tx: Tx, accepted: Accepted): Promise<void> {
  const { job, piece, chunk, maker, renderMs, checked } = accepted
  await chargeFrame(ctx, tx, {
    job,
    frame: piece,
    chunk,
    renderMs,
    machineName: maker.name,
    providerAccountId: maker.account_id,
  })
  await countPictures(tx, maker.machine_id, { paid: 1 })
  await updatePiece(tx, piece, {
    state: 'done',
    checked,
    problem: null,
    changed_at: ctx.clock.now(),
  })
  if (piece.part === 0) return finishFrame(ctx, tx, { job, number: piece.number })
  await tellFrames(tx, job, [piece.number])
  // Where it was the last of its sample ranges, a machine can merge them.
  await tellWork(tx)
}

/** A frame is there: it is counted, shown, and the job ends with the last one. */
export async function finishFrame(
  ctx: RenderingCtx,
  tx: Tx,
  { job, number }: { job: JobRow; number: number },
): Promise<void> {
  const counted = await addToJob(tx, job.id, { done: 1 })
  if (counted.thumbnail_frame === null) await updateJob(tx, job.id, { thumbnail_frame: number })
  await tellFrames(tx, job, [number])
  await tellJob(tx, counted)
  await finishJobIfDone(ctx, tx, counted)
}
