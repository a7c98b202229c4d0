import type { RenderChunkId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../../platform/ctx.ts'
import type { RenderingCtx } from '../ctx.ts'
import { publishChunk, publishFrames } from '../frames/publish-job.ts'
import type { ChunkActivity } from '../schema.ts'
import { activityOf, movementOf } from './activity.ts'
import { renewLease } from './chunks-store.ts'
import { leaseFrom } from './claim-chunk.ts'
import type { ChunkOwner, TrackedChunk } from './tracked-chunk.ts'

/** The activity of a machine is published at most this often. */
const showEveryMs = 1_000
/** The interval at which a lease is renewed while there is nothing else to write. */
const renewEveryMs = 5_000

/**
 * Renews the lease of a chunk by its machine's latest report, and publishes its activity, less often than reports
 * arrive. Returns `false` if the machine no longer has the lease.
 */
export async function applyReport(ctx: RenderingCtx, tracked: TrackedChunk): Promise<boolean> {
  const { chunk, report } = tracked
  const nowMs = ctx.clock.monotonicMs()
  const movement = movementOf(report)
  const moved = movement === null || movement !== tracked.movement
  const isNew = movement !== tracked.movement || tracked.writtenAtMs === Number.NEGATIVE_INFINITY
  const dueMs = isNew ? showEveryMs : renewEveryMs
  if (nowMs - tracked.writtenAtMs < dueMs && report.phase !== 'ended') return true
  const now = ctx.clock.now()
  const activity = activityOf(report)
  const change = { lease_until: leaseFrom(now), activity, ...(moved ? { moved_at: now } : {}) }
  const isOurs = await ctx.transact(async (tx) => {
    if (!(await renewLease(tx, chunk, change))) return false
    if (isNew && tracked.owner !== null)
      await publish(tx, { ...tracked.owner, chunkId: chunk.id, activity })
    return true
  })
  if (!isOurs) return false
  tracked.movement = movement
  tracked.writtenAtMs = nowMs
  return true
}

interface ActivityChange extends ChunkOwner {
  chunkId: RenderChunkId
  activity: ChunkActivity | null
}

async function publish(
  tx: Tx,
  { jobId, accountId, chunkId, activity }: ActivityChange,
): Promise<void> {
  const job = { id: jobId, account_id: accountId }
  await publishChunk(tx, job, chunkId)
  if (activity?.frame === null || activity?.frame === undefined) return
  await publishFrames(tx, job, [activity.frame])
}
