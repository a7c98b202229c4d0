import type { MachineId, RenderChunkId, RenderJobId } from '@gridloom/contract/core/ids'
import type { RenderChunk } from '@gridloom/contract/rendering/chunk'
import type { Ctx } from '../../../platform/ctx.ts'
import { machineFacts } from '../../machines/index.ts'
import { ownedJob } from '../frames/owned-job.ts'
import { findChunkOf, listChunkRows, type ShownChunk } from './chunks-store.ts'

/**
 * Returns a page of a job's chunks with their machines, newest first, and their total number. @throws Refused
 * `not_found`
 */
export async function listChunks(
  ctx: Ctx,
  id: RenderJobId,
  { page, page_size: limit }: { page: number; page_size: number },
): Promise<{ chunks: RenderChunk[]; total: number }> {
  await ownedJob(ctx, id)
  const offset = (page - 1) * limit
  const { rows, total } = await listChunkRows(ctx.db, { jobId: id, limit, offset })
  return { chunks: await showChunks(ctx, rows), total }
}

/** Returns one chunk of a job; `undefined` if the job has no such chunk. */
export async function showChunk(
  ctx: Pick<Ctx, 'db'>,
  jobId: RenderJobId,
  id: RenderChunkId,
): Promise<RenderChunk | undefined> {
  const row = await findChunkOf(ctx.db, jobId, id)
  return row === undefined ? undefined : (await showChunks(ctx, [row]))[0]
}

/** Returns the owner's view of chunks, with the names of their machines: one more query for any number. */
async function showChunks(
  ctx: Pick<Ctx, 'db'>,
  rows: readonly ShownChunk[],
): Promise<RenderChunk[]> {
  const ids = rows.map((row) => row.machine_id)
  const machines = await machineFacts(ctx.db, ids)
  const nameOf = (id: MachineId) => machines.get(id)?.name ?? 'removed machine'
  return rows.flatMap((row) => chunkView(row, nameOf(row.machine_id)))
}

/** Returns no view for a canary, which belongs to no job. */
function chunkView(row: ShownChunk, machineName: string): RenderChunk[] {
  const { kind } = row
  if (kind === 'canary') return []
  return [
    {
      id: row.id,
      kind,
      machine_id: row.machine_id,
      machine_name: machineName,
      state: row.state,
      frames: row.frames,
      activity: row.activity?.text ?? null,
      started_at: row.started_at.toISOString(),
      ended_at: row.ended_at?.toISOString() ?? null,
      problem: row.problem,
      has_log: row.has_log,
    },
  ]
}
