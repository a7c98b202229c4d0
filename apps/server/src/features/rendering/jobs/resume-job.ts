import type { RenderJobId } from '@gridloom/contract/core/ids'
import type { RenderJob } from '@gridloom/contract/rendering/job'
import type { RenderingCtx } from '../ctx.ts'
import { finishJobIfDone } from '../frames/finish-job.ts'
import { holdBudget } from '../frames/money.ts'
import { moveJob } from '../frames/moves-store.ts'
import { conflictWith, lockOwnedJob } from '../frames/owned-job.ts'
import { publishJob, publishWork } from '../frames/publish-job.ts'
import { showJob } from './show-jobs.ts'

/**
 * Resumes a paused job, within its budget. A running job stays unchanged.
 * @throws Refused `not_found`, `state_conflict`, `insufficient_funds`, `key_budget_exceeded`, `forbidden`
 */
export async function resumeJob(ctx: RenderingCtx, id: RenderJobId): Promise<RenderJob> {
  const row = await ctx.transact(async (tx) => {
    const job = await lockOwnedJob(ctx, tx, id)
    if (job.state === 'rendering') return job
    if (job.state !== 'paused') throw conflictWith(job)
    await holdBudget(ctx, tx, job, job.budget_micro_usd)
    const resumed = await moveJob(tx, job, 'rendering', { reason: null })
    await publishJob(tx, resumed)
    await publishWork(tx)
    return finishJobIfDone(ctx, tx, resumed)
  })
  return showJob(ctx, row)
}
