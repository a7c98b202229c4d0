import type { StopChunk } from '@gridloom/contract/agent/rendering'
import type { RenderChunkId } from '@gridloom/contract/core/ids'
import type { RenderProblem } from '@gridloom/contract/rendering/frame'
import type { RenderingCtx } from '../ctx.ts'
import type { ChunkRow } from '../schema.ts'
import { sendStop } from './agent-calls.ts'
import { findChunk } from './chunks-store.ts'
import { closeChunk } from './close-chunk.ts'

/**
 * Stops a chunk. `now`: it has ended when this resolves, and later reports of its machine are ignored. `after_piece`:
 * the machine is asked to finish its current part, and ends the chunk by its report. A machine that is connected to
 * another replica is stopped by that replica, with its next report. No frame counts as failed.
 */
export async function stopChunk(
  ctx: RenderingCtx,
  id: RenderChunkId,
  mode: StopChunk['mode'],
): Promise<void> {
  const chunk = await findChunk(ctx.db, id)
  if (chunk?.state !== 'leased') return
  if (mode === 'now') await endNow(ctx, chunk, null)
  else await notifyStop(ctx, chunk, mode)
}

/** Ends a chunk and stops its machine; no frame of it counts as failed. */
export async function endNow(
  ctx: RenderingCtx,
  chunk: ChunkRow,
  problem: RenderProblem | null,
): Promise<void> {
  const stopped = await closeChunk(ctx, { chunk, state: 'stopped', problem, failedBy: 'nobody' })
  if (stopped) await notifyStop(ctx, chunk, 'now')
}

/** Requests a machine to stop, if it is connected here. */
export async function notifyStop(
  ctx: RenderingCtx,
  { id, machine_id }: Pick<ChunkRow, 'id' | 'machine_id'>,
  mode: StopChunk['mode'],
): Promise<void> {
  if (!ctx.agents.connected(machine_id)) return
  await sendStop(ctx, { machineId: machine_id, chunkId: id }, mode).catch((error: unknown) =>
    // @NOTE its next report is answered with the same stop.
    ctx.log.info(
      { event: 'chunk.stop_failed', err: error, chunk: id },
      'a machine could not be requested to stop',
    ),
  )
}
