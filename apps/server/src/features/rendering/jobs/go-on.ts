import type { Tx } from '../../../platform/ctx.ts'
import type { RenderingCtx } from '../ctx.ts'
import { holdBudget } from '../frames/money.ts'
import { moveJob } from '../frames/moves-store.ts'
import { publishFrames, publishJob, publishWork } from '../frames/publish-job.ts'
import { keepScene } from '../frames/scene-of.ts'
import type { JobRow } from '../schema.ts'

/** Whether frames of a job can be rendered again: it was started and not cancelled. */
export function goesOn({ state }: Pick<JobRow, 'state'>): boolean {
  return state === 'rendering' || state === 'paused' || state === 'completed'
}

/** Resumes a job with requeued frames. A job that had ended holds the rest of its budget again. */
export async function goOn(
  ctx: RenderingCtx,
  tx: Tx,
  { job, numbers }: { job: JobRow; numbers: readonly number[] },
): Promise<JobRow> {
  await publishFrames(tx, job, numbers)
  const row = job.state === 'completed' ? await reopen(ctx, tx, job) : job
  await publishJob(tx, row)
  if (row.state === 'rendering') await publishWork(tx)
  return row
}

async function reopen(ctx: RenderingCtx, tx: Tx, job: JobRow): Promise<JobRow> {
  await keepScene(tx, job)
  await holdBudget(ctx, tx, job, job.budget_micro_usd)
  return moveJob(tx, job, 'rendering', { reason: null, finished_at: null })
}
