import type { RenderJobId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { RenderJob } from '@gridloom/contract/rendering/job'
import { frameCap } from '@gridloom/domain/rendering/frame-cap'
import type { Tx } from '../../../platform/ctx.ts'
import type { RenderingCtx } from '../ctx.ts'
import { finishJobIfDone } from '../frames/finish-job.ts'
import { countDone, deleteStale, insertFrames } from '../frames/frames-store.ts'
import { holdBudget } from '../frames/money.ts'
import { moveJob } from '../frames/moves-store.ts'
import { conflictWith, lockOwnedJob } from '../frames/owned-job.ts'
import { publishJob, publishWork } from '../frames/publish-job.ts'
import type { JobRow } from '../schema.ts'
import { beginningOf } from './begin.ts'
import { priceChanged } from './price-changed.ts'
import { showJob } from './show-jobs.ts'

interface StartAsked {
  budget_micro_usd: MicroUsd
  /** The price limit of a frame, as shown to the caller; absent if none was shown. */
  frame_micro_usd_max?: MicroUsd | undefined
}

/**
 * Starts a job: the whole budget is put on hold (the cost of a test is part of it), and all frames are queued. The
 * price limit of a frame is fixed at the amount that the user was shown: by the estimate, or the budget if nothing was
 * tested. If the limit has risen since, nothing is started.
 * Finished test frames count as done. Of two concurrent starts, one is refused.
 * @throws Refused `not_found`, `state_conflict`, `price_changed`, `scene_broken`, `invalid_input`,
 * `insufficient_funds`, `budget_too_small`, `key_budget_exceeded`, `forbidden`
 */
export async function startJob(
  ctx: RenderingCtx,
  id: RenderJobId,
  asked: StartAsked,
): Promise<RenderJob> {
  const row = await ctx.transact(async (tx) => {
    const job = await lockOwnedJob(ctx, tx, id)
    // A job that was started continues by `resume`, `retry` or `reject`.
    if (job.state !== 'draft' && job.state !== 'tested') throw conflictWith(job)
    return start(ctx, tx, job, asked)
  })
  return showJob(ctx, row)
}

async function start(
  ctx: RenderingCtx,
  tx: Tx,
  job: JobRow,
  { budget_micro_usd: budget, frame_micro_usd_max: shown }: StartAsked,
): Promise<JobRow> {
  const { numbers, parts } = await beginningOf(tx, job)
  const at = ctx.clock.now()
  await deleteStale(tx, { jobId: job.id, numbers })
  const done = await countDone(tx.db, job.id)
  await insertFrames(tx, { jobId: job.id, numbers, parts, at })
  await holdBudget(ctx, tx, job, budget)
  const { estimate } = await showJob({ db: tx.db }, job)
  const frame_micro_usd_max = frameCap({
    estimateMicroUsd: estimate?.micro_usd_per_frame ?? null,
    budgetMicroUsd: budget,
    frames: numbers.length,
  })
  if (shown !== undefined && frame_micro_usd_max > shown)
    throw priceChanged({ what: 'The maximum price per frame is', shown, now: frame_micro_usd_max })
  const started = await moveJob(tx, job, 'rendering', {
    reason: null,
    frame_micro_usd_max,
    frames_total: numbers.length,
    frames_done: done,
    frames_failed: 0,
    started_at: at,
  })
  await publishJob(tx, started)
  await publishWork(tx)
  return finishJobIfDone(ctx, tx, started)
}
