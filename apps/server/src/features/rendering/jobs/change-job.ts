import type { RenderJobId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { RenderJob, RenderJobChange } from '@gridloom/contract/rendering/job'
import type { RenderSettings } from '@gridloom/contract/rendering/settings'
import { problemsOf } from '@gridloom/domain/rendering/check-settings'
import { countFrames } from '@gridloom/domain/rendering/frame-list'
import { isJobUnderWay } from '@gridloom/domain/rendering/job-states'
import { changesPicture } from '@gridloom/domain/rendering/settings'
import type { Tx } from '../../../platform/ctx.ts'
import type { RenderingCtx } from '../ctx.ts'
import { fileKeys } from '../file-keys.ts'
import { deleteFrames } from '../frames/frames-store.ts'
import { updateJob } from '../frames/jobs-store.ts'
import { holdBudget } from '../frames/money.ts'
import { moveJob } from '../frames/moves-store.ts'
import { conflictWith, lockOwnedJob } from '../frames/owned-job.ts'
import { publishJob, publishWork } from '../frames/publish-job.ts'
import { sceneOf } from '../frames/scene-of.ts'
import type { JobRow } from '../schema.ts'
import { refuseProblems } from './begin.ts'
import { showJob } from './show-jobs.ts'

/**
 * Changes the settings of a job that was not started, and, at any time before its end, its budget and priority.
 * Settings that change the picture delete the test frame. A higher budget resumes a job that waited for it.
 * @throws Refused `not_found`, `state_conflict`, `invalid_input` by field, `insufficient_funds`, `budget_too_small`,
 * `key_budget_exceeded`, `forbidden`
 */
export async function changeJob(
  ctx: RenderingCtx,
  id: RenderJobId,
  change: RenderJobChange,
): Promise<RenderJob> {
  const { settings, budget_micro_usd: budget, priority } = change
  const { row, version } = await ctx.transact(async (tx) => {
    const before = await lockOwnedJob(ctx, tx, id)
    if (before.state === 'cancelled') throw conflictWith(before)
    let row = settings === undefined ? before : await resettle(tx, before, settings)
    if (priority !== undefined) row = await updateJob(tx, id, { priority })
    if (budget !== undefined) row = await rebudget(ctx, tx, row, budget)
    await publishJob(tx, row)
    return { row, version: before.settings_version }
  })
  // Pictures of earlier settings no longer belong to the job.
  if (row.settings_version !== version) await ctx.files.removeAll(fileKeys.job(id))
  return showJob(ctx, row)
}

async function resettle(tx: Tx, row: JobRow, settings: RenderSettings): Promise<JobRow> {
  if (row.state !== 'draft' && row.state !== 'tested') throw conflictWith(row)
  const { contents } = await sceneOf(tx.db, row)
  refuseProblems(problemsOf(settings, contents))
  const kept = {
    settings: JSON.stringify(settings),
    frames_total: countFrames(settings.frames, settings.step),
  }
  if (!changesPicture(row.settings, settings)) return updateJob(tx, row.id, kept)
  await deleteFrames(tx, row.id)
  const draft = {
    ...kept,
    reason: null,
    settings_version: row.settings_version + 1,
    test_frame: null,
    thumbnail_frame: null,
    frames_done: 0,
    frames_failed: 0,
    reference_ms_sum: 0,
    reference_ms_count: 0,
  }
  return row.state === 'draft' ? updateJob(tx, row.id, draft) : moveJob(tx, row, 'draft', draft)
}

/** Changes the budget. Money is on hold only while a job runs; before and after, the budget is only a number. */
async function rebudget(ctx: RenderingCtx, tx: Tx, row: JobRow, budget: MicroUsd): Promise<JobRow> {
  if (!isJobUnderWay(row.state)) return updateJob(tx, row.id, { budget_micro_usd: budget })
  const held = await holdBudget(ctx, tx, row, budget)
  if (held.reason?.code !== 'budget_used' || budget <= row.budget_micro_usd) return held
  await publishWork(tx)
  const change = { reason: null }
  return row.state === 'paused'
    ? moveJob(tx, row, 'rendering', change)
    : updateJob(tx, row.id, change)
}
