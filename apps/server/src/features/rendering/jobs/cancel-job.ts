import type { RenderJobId } from '@gridloom/contract/core/ids'
import type { RenderJob } from '@gridloom/contract/rendering/job'
import { assertJobMove } from '@gridloom/domain/rendering/job-states'
import type { Tx } from '../../../platform/ctx.ts'
import type { RenderingCtx } from '../ctx.ts'
import { stopChunk } from '../dispatch/stop-chunk.ts'
import { reasonOf } from '../frames/finish-job.ts'
import { cancelFrames, deleteFrame, lockPendingFrames } from '../frames/frames-store.ts'
import { releaseRest } from '../frames/money.ts'
import { moveJob } from '../frames/moves-store.ts'
import { lockOwnedJob, ownedJob } from '../frames/owned-job.ts'
import { publishJob } from '../frames/publish-job.ts'
import type { JobRow } from '../schema.ts'
import { closeChecks, listOut } from './chunks-store.ts'
import { showJob } from './show-jobs.ts'

/**
 * Cancels a job at once: accepted pictures stay, all others are dropped without payment, and the rest of the money is
 * released. A cancelled test becomes a draft again. A cancelled job stays unchanged.
 * @throws Refused `not_found`, `state_conflict`
 */
export async function cancelJob(ctx: RenderingCtx, id: RenderJobId): Promise<RenderJob> {
  await ownedJob(ctx, id)
  const row = await ctx.transact(async (tx) => {
    await lockPendingFrames(tx, id)
    const job = await lockOwnedJob(ctx, tx, id)
    if (job.state === 'cancelled') return job
    const isTest = job.state === 'testing'
    assertJobMove(job.state, isTest ? 'draft' : 'cancelled')
    const cancelled = isTest ? await endTest(ctx, tx, job) : await end(ctx, tx, job)
    await closeChecks(tx, id, ctx.clock.now())
    await publishJob(tx, cancelled)
    return cancelled
  })
  // Their later reports are ignored, whether or not the stop arrived.
  for (const chunkId of await listOut(ctx.db, id)) await stopChunk(ctx, chunkId, 'now')
  return showJob(ctx, row)
}

async function end(ctx: RenderingCtx, tx: Tx, job: JobRow): Promise<JobRow> {
  const at = ctx.clock.now()
  await cancelFrames(tx, job.id, at)
  await releaseRest(ctx, tx, job)
  return moveJob(tx, job, 'cancelled', {
    reason: reasonOf('cancelled_by_owner', 'You cancelled it. Finished frames are kept.'),
    finished_at: at,
  })
}

/** Restores the draft; other frames that were tested successfully stay. */
async function endTest(ctx: RenderingCtx, tx: Tx, job: JobRow): Promise<JobRow> {
  if (job.test_frame !== null) await deleteFrame(tx, job.id, job.test_frame)
  const { charged_micro_usd } = await releaseRest(ctx, tx, job)
  return moveJob(tx, job, 'draft', {
    reason: reasonOf('cancelled_by_owner', 'You cancelled the test.'),
    test_frame: null,
    frames_failed: 0,
    budget_micro_usd: charged_micro_usd,
  })
}
