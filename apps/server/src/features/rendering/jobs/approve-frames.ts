import type { RenderJobId } from '@gridloom/contract/ids'
import type { RenderJob } from '@gridloom/contract/rendering'
import type { RenderingCtx } from '../ctx.ts'
import { acceptHeld } from '../verification/accept-held.ts'
import { approveDone, listHeldNumbers } from './frames-store.ts'
import { lockOwnedJob, ownedJob } from './owned-job.ts'
import { showJob } from './show-jobs.ts'
import { tellFrames, tellJob } from './tell-job.ts'

/** Held frames that are paid in one transaction: nobody waits longer for the job. */
const paidAtOnce = 20

/**
 * Says that frames are good. Those whose pay is held are accepted with it: they are paid, and may be downloaded. Those
 * that are neither are passed over. @throws Refused `not_found`
 */
export async function approveFrames(
  ctx: RenderingCtx,
  id: RenderJobId,
  { frames }: { frames: readonly number[] },
): Promise<RenderJob> {
  await ownedJob(ctx, id)
  const held = await listHeldNumbers(ctx.db, id, frames)
  for (let at = 0; at < held.length; at += paidAtOnce) {
    const some = held.slice(at, at + paidAtOnce)
    await ctx.transact(async (tx) => {
      await lockOwnedJob(ctx, tx, id)
      for (const number of some) await acceptHeld(ctx, tx, { job_id: id, number, part: 0 })
    })
  }
  const row = await ctx.transact(async (tx) => {
    const job = await lockOwnedJob(ctx, tx, id)
    const numbers = await approveDone(tx, { jobId: id, numbers: frames, at: ctx.clock.now() })
    await tellFrames(tx, job, numbers)
    await tellJob(tx, job)
    return job
  })
  return showJob(ctx, row)
}
