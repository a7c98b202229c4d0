import type { RenderJobId } from '@gridloom/contract/core/ids'
import type { RenderJob } from '@gridloom/contract/rendering/job'
import type { Tx } from '../../../platform/ctx.ts'
import type { RenderingCtx } from '../ctx.ts'
import { listHeldFrames, markRejected, requeueRejected } from '../frames/frames-store.ts'
import { addToJob } from '../frames/jobs-store.ts'
import { conflictWith, lockOwnedJob } from '../frames/owned-job.ts'
import { rejectHeld } from '../review/accept-held.ts'
import { goesOn, goOn } from './go-on.ts'
import { showJob } from './show-jobs.ts'

/**
 * Rejects frames: other machines render them again. They are paid again, unless the first picture turns out to be wrong
 * (docs/decisions) or was still held. Frames that are neither done nor held are skipped.
 * @throws Refused `not_found`, `state_conflict`, `insufficient_funds`, `key_budget_exceeded`, `forbidden`
 */
export async function rejectFrames(
  ctx: RenderingCtx,
  id: RenderJobId,
  { frames }: { frames: readonly number[] },
): Promise<RenderJob> {
  const row = await ctx.transact(async (tx) => {
    const job = await lockOwnedJob(ctx, tx, id)
    if (!goesOn(job)) throw conflictWith(job)
    const unpaid = await rejectUnpaid(ctx, tx, id, frames)
    const at = ctx.clock.now()
    const paid = await requeueRejected(tx, { jobId: id, numbers: frames, at })
    const numbers = [...unpaid, ...paid]
    if (numbers.length === 0) return job
    const counted = await addToJob(tx, id, { done: -paid.length })
    return goOn(ctx, tx, { job: counted, numbers })
  })
  return showJob(ctx, row)
}

/** Rejects held frames: they cost nothing, and the next picture is not compared with them. */
async function rejectUnpaid(
  ctx: RenderingCtx,
  tx: Tx,
  id: RenderJobId,
  frames: readonly number[],
): Promise<number[]> {
  const numbers: number[] = []
  for (const { number } of await listHeldFrames(tx.db, id, frames))
    if (await rejectHeld(ctx, tx, { job_id: id, number, part: 0 })) numbers.push(number)
  if (numbers.length > 0) await markRejected(tx, id, numbers)
  return numbers
}
