import type { RenderJobId } from '@gridloom/contract/ids'
import type { RenderJob } from '@gridloom/contract/rendering'
import type { RenderingCtx } from '../ctx.ts'
import { requeueRejected } from './frames-store.ts'
import { goesOn, goOn } from './go-on.ts'
import { addToJob } from './jobs-store.ts'
import { conflictWith, lockOwnedJob } from './owned-job.ts'
import { showJob } from './show-jobs.ts'

/**
 * Has frames rendered again, by other machines than those that made them. They are paid again, unless the first picture
 * turns out to be wrong (docs/decisions). Frames that are not done are passed over.
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
    const at = ctx.clock.now()
    const numbers = await requeueRejected(tx, { jobId: id, numbers: frames, at })
    if (numbers.length === 0) return job
    const counted = await addToJob(tx, id, { done: -numbers.length })
    return goOn(ctx, tx, { job: counted, numbers })
  })
  return showJob(ctx, row)
}
