import type { RenderReasonCode } from '@gridloom/contract/rendering/job'
import { formatUsd } from '@gridloom/domain/money-format'
import { recordEvents } from '../../../platform/business-events/record-events.ts'
import type { Tx } from '../../../platform/ctx.ts'
import type { LedgerCtx } from '../../ledger/index.ts'
import type { NoticeCtx } from '../../notices/index.ts'
import { publishNotice } from '../../notices/index.ts'
import type { JobRow } from '../schema.ts'
import { deleteFrame, findFrame, listFailedNumbers } from './frames-store.ts'
import { lockJob } from './jobs-store.ts'
import { releaseRest } from './money.ts'
import { moveJob } from './moves-store.ts'
import { publishJob } from './publish-job.ts'
import { renderCompleted } from './render-completed.ts'
import { sceneFileName } from './scene-of.ts'

/** The context of ending a job: the ledger's, and the address that emails link to. */
export type FinishCtx = LedgerCtx & NoticeCtx

/**
 * Ends a job that is complete: a test whose frame is done (or given up), a whole job with every frame done or given up.
 * The rest of its money is released and its owner is notified, once. Call it in the transaction that settles a frame;
 * an incomplete job stays unchanged.
 */
export async function finishJobIfDone(ctx: FinishCtx, tx: Tx, { id }: JobRow): Promise<JobRow> {
  const job = await lockJob(tx, id)
  if (job.state === 'testing') return finishTest(ctx, tx, job)
  const underWay = job.state === 'rendering' || job.state === 'paused'
  if (!underWay || job.frames_done + job.frames_failed < job.frames_total) return job
  return complete(ctx, tx, job)
}

async function finishTest(ctx: FinishCtx, tx: Tx, job: JobRow): Promise<JobRow> {
  const frame = job.test_frame === null ? undefined : await findFrame(tx.db, job.id, job.test_frame)
  if (frame?.state !== 'done' && frame?.state !== 'failed') return job
  const released = await releaseRest(ctx, tx, job)
  // Its text stays in the job's reason; the next test starts from scratch.
  if (frame.state === 'failed') await deleteFrame(tx, job.id, frame.number)
  const tested = frame.state === 'done'
  const why = frame.problem?.text ?? 'It failed on three machines.'
  const moved = await moveJob(tx, job, tested ? 'tested' : 'draft', {
    reason: tested ? null : reasonOf('test_failed', `The test frame failed. ${why}`),
    // No money is on hold until the job itself is started.
    budget_micro_usd: released.charged_micro_usd,
    ...(tested ? {} : { test_frame: null, frames_failed: 0 }),
  })
  await publishJob(tx, moved)
  return moved
}

async function complete(ctx: FinishCtx, tx: Tx, job: JobRow): Promise<JobRow> {
  await releaseRest(ctx, tx, job)
  const failed = job.frames_failed > 0 ? await failedText(tx, job) : null
  const completed = await moveJob(tx, job, 'completed', {
    reason: failed === null ? null : reasonOf('frames_failed', failed),
    finished_at: ctx.clock.now(),
  })
  await publishJob(tx, completed)
  const { id: subject, account_id: accountId } = completed
  const { frames_done, frames_failed, charged_micro_usd } = completed
  const payload = { frames_done, frames_failed, charged_micro_usd }
  await recordEvents(ctx, tx, [renderCompleted.of({ subject, accountId, payload })])
  await publishCompleted(ctx, tx, { job: completed, failed })
  return completed
}

async function publishCompleted(
  ctx: FinishCtx,
  tx: Tx,
  { job, failed }: { job: JobRow; failed: string | null },
): Promise<void> {
  const name = await sceneFileName(tx.db, job)
  const done = `${name} is complete: ${countOf(job.frames_done)} for ${formatUsd(job.charged_micro_usd)}.`
  await publishNotice(ctx, tx, {
    accountId: job.account_id,
    notice: {
      // Frames that are rendered again complete the job again, with holds of their own.
      key: `render:${job.id}:${job.hold_number}`,
      level: failed === null ? 'info' : 'warning',
      text: failed === null ? done : `${done} ${failed}`,
      render_job_id: job.id,
    },
    mail: { kind: 'render_news', subject: `${name} is complete` },
  })
}

const failedNamedMax = 20

/** Returns a text with the numbers of the frames that were given up. */
async function failedText(tx: Tx, job: JobRow): Promise<string> {
  const named = await listFailedNumbers(tx.db, job.id, failedNamedMax)
  const more = job.frames_failed - named.length
  const list = named.join(', ') + (more > 0 ? ` and ${more} more` : '')
  const which = job.frames_failed === 1 ? `Frame ${list}` : `Frames ${list}`
  return `${which} failed on three different machines each. You were not charged for them.`
}

function countOf(frames: number): string {
  return frames === 1 ? '1 frame' : `${frames} frames`
}

/** Formats a reason for its column. */
export function reasonOf(code: RenderReasonCode, text: string): string {
  return JSON.stringify({ code, text })
}
