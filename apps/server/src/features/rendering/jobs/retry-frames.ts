import type { RenderJobId } from '@gridloom/contract/core/ids'
import type { RenderJob } from '@gridloom/contract/rendering/job'
import type { RenderingCtx } from '../ctx.ts'
import { requeueFailed } from '../frames/frames-store.ts'
import { addToJob } from '../frames/jobs-store.ts'
import { conflictWith, lockOwnedJob } from '../frames/owned-job.ts'
import { goesOn, goOn } from './go-on.ts'
import { showJob } from './show-jobs.ts'

/**
 * Returns failed frames to the queue, for every machine again. A job that had ended resumes, within the rest of its
 * budget. Frames that are not failed are skipped.
 * @throws Refused `not_found`, `state_conflict`, `insufficient_funds`, `key_budget_exceeded`, `forbidden`
 */
export async function retryFrames(
  ctx: RenderingCtx,
  id: RenderJobId,
  { frames }: { frames?: readonly number[] | undefined },
): Promise<RenderJob> {
  const row = await ctx.transact(async (tx) => {
    const job = await lockOwnedJob(ctx, tx, id)
    if (!goesOn(job)) throw conflictWith(job)
    const at = ctx.clock.now()
    const numbers = await requeueFailed(tx, { jobId: id, numbers: frames ?? 'all', at })
    if (numbers.length === 0) return job
    const counted = await addToJob(tx, id, { failed: -numbers.length })
    return goOn(ctx, tx, { job: counted, numbers })
  })
  return showJob(ctx, row)
}
