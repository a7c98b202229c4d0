import type { RenderJobId } from '@gridloom/contract/core/ids'
import type { RenderJob } from '@gridloom/contract/rendering/job'
import { assertJobMove } from '@gridloom/domain/rendering/job-states'
import type { RenderingCtx } from '../ctx.ts'
import { stopChunk } from '../dispatch/stop-chunk.ts'
import { reasonOf } from '../frames/finish-job.ts'
import { moveJob } from '../frames/moves-store.ts'
import { lockOwnedJob } from '../frames/owned-job.ts'
import { publishJob } from '../frames/publish-job.ts'
import { listOut } from './chunks-store.ts'
import { showJob } from './show-jobs.ts'

/**
 * Pauses a job: no more frames are given out. Machines finish their current frames and are paid for them; the money
 * stays on hold. A paused job stays unchanged. @throws Refused `not_found`, `state_conflict`
 */
export async function pauseJob(ctx: RenderingCtx, id: RenderJobId): Promise<RenderJob> {
  const row = await ctx.transact(async (tx) => {
    const job = await lockOwnedJob(ctx, tx, id)
    if (job.state === 'paused') return job
    assertJobMove(job.state, 'paused')
    const reason = reasonOf('paused_by_owner', 'You paused it. No new frames are assigned.')
    const paused = await moveJob(tx, job, 'paused', { reason })
    await publishJob(tx, paused)
    return paused
  })
  for (const chunkId of await listOut(ctx.db, id)) await stopChunk(ctx, chunkId, 'after_piece')
  return showJob(ctx, row)
}
