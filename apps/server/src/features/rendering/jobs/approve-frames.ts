import type { RenderJobId } from '@gridloom/contract/ids'
import type { RenderJob } from '@gridloom/contract/rendering'
import type { Ctx } from '../../../platform/ctx.ts'
import { approveDone } from './frames-store.ts'
import { lockOwnedJob } from './owned-job.ts'
import { showJob } from './show-jobs.ts'
import { tellFrames, tellJob } from './tell-job.ts'

/** Says that frames are good; those that are not done are passed over. @throws Refused `not_found` */
export async function approveFrames(
  ctx: Ctx,
  id: RenderJobId,
  { frames }: { frames: readonly number[] },
): Promise<RenderJob> {
  const row = await ctx.transact(async (tx) => {
    const job = await lockOwnedJob(ctx, tx, id)
    const numbers = await approveDone(tx, { jobId: id, numbers: frames, at: ctx.clock.now() })
    await tellFrames(tx, job, numbers)
    await tellJob(tx, job)
    return job
  })
  return showJob(ctx, row)
}
