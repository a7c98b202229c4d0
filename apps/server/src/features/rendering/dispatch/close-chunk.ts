import type { RenderProblem } from '@gridloom/contract/rendering/frame'
import type { Tx } from '../../../platform/ctx.ts'
import type { RenderingCtx } from '../ctx.ts'
import { lockJob } from '../frames/jobs-store.ts'
import { settleCommitted } from '../frames/money.ts'
import { publishChunk } from '../frames/publish-job.ts'
import type { ChunkRow } from '../schema.ts'
import { type ChunkEnd, endLeased } from './chunks-store.ts'
import { requeueFrames } from './requeue-frames.ts'
import { type PartName, readOpen } from './requeue-store.ts'

export interface ChunkClosing {
  chunk: ChunkRow
  state: ChunkEnd['state']
  problem: RenderProblem | null
  /** Whether the machine failed at the chunk's remaining frames, and is not given them again. */
  failedBy: 'machine' | 'nobody'
  /**
   * For a failure: the parts that were tried; the others return to the queue without a failure. Defaults to all that
   * are left.
   */
  tried?: readonly PartName[]
  /** Closes the chunk only if its lease had expired by then. */
  leaseRanOutBy?: Date
}

/**
 * Ends a chunk: from here on its machine's reports are ignored, and frames without a picture are pending again. Its
 * pictures that are being compared stay. Returns `false` if it had ended already.
 */
export async function closeChunk(ctx: RenderingCtx, closing: ChunkClosing): Promise<boolean> {
  return ctx.transact((tx) => closeChunkIn(ctx, tx, closing))
}

async function closeChunkIn(ctx: RenderingCtx, tx: Tx, closing: ChunkClosing): Promise<boolean> {
  const { chunk, state, problem, failedBy, tried, leaseRanOutBy } = closing
  const job = chunk.job_id === null ? undefined : await lockJob(tx, chunk.job_id)
  const at = ctx.clock.now()
  const ended = await endLeased(tx, chunk.id, {
    state,
    problem,
    at,
    ...(leaseRanOutBy === undefined ? {} : { leaseRanOutBy }),
  })
  if (ended === undefined) return false
  if (job === undefined) return true
  if (ended.kind === 'frames') {
    if (tried !== undefined)
      await requeueFrames(ctx, tx, { chunk: ended, parts: tried, failedBy, problem })
    const rest = tried === undefined ? failedBy : 'nobody'
    await requeueFrames(ctx, tx, { chunk: ended, failedBy: rest, problem })
    // Pictures that are being compared keep their share until they are paid or refused.
    const { parts } = await readOpen(tx, ended.id)
    if (parts === 0) await settleCommitted(tx, ended, 'rest')
  }
  await publishChunk(tx, job, chunk.id)
  return true
}
