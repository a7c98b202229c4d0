import type { RenderChunkId, RenderJobId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import { type Insertable, sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { ChargeRow, RenderingTables } from '../schema.ts'

const tablesOf = (db: Db) => db.withTables<RenderingTables>()

/** The amount of the charge with this key; `undefined` where there is none. */
export async function readCharge(db: Db, key: string): Promise<MicroUsd | undefined> {
  const row = await tablesOf(db)
    .selectFrom('render_charges')
    .select('micro_usd')
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.micro_usd
}

export async function insertCharge(
  { db }: Tx,
  charge: Insertable<RenderingTables['render_charges']>,
): Promise<void> {
  await tablesOf(db).insertInto('render_charges').values(charge).execute()
}

/** Adds what a picture cost to its frame (to part 0, whichever part of it the picture is). */
export async function addToFrame(
  { db }: Tx,
  { jobId, number }: { jobId: RenderJobId; number: number },
  microUsd: MicroUsd,
): Promise<void> {
  await tablesOf(db)
    .updateTable('render_frames')
    .set({ charged_micro_usd: sql<number>`charged_micro_usd + ${microUsd}` })
    .where('job_id', '=', jobId)
    .where('number', '=', number)
    .where('part', '=', 0)
    .execute()
}

/** Takes as much as is there, up to the amount, off what a chunk is still expected to cost; says how much that was. */
export async function takeCommitted(
  { db }: Tx,
  id: RenderChunkId,
  microUsd: MicroUsd,
): Promise<MicroUsd> {
  const { rows } = await sql<{ taken: number }>`
    with before as (select committed_micro_usd as was from render_chunks where id = ${id} for no key update)
    update render_chunks set committed_micro_usd = greatest(0, committed_micro_usd - ${microUsd})
    from before where id = ${id}
    returning before.was - committed_micro_usd as taken`.execute(db)
  return rows[0]?.taken ?? 0
}

/**
 * What is still committed for one part of a chunk: the last one that is not accepted yet has all that is left. A part
 * that is named counts as not accepted, whatever its state says by now.
 */
export async function committedShare(
  db: Db,
  chunkId: RenderChunkId,
  part?: { number: number; part: number },
): Promise<MicroUsd> {
  const { rows } = await sql<{ share: number }>`
    select (chunk.committed_micro_usd + open.parts - 1) / open.parts as share
    from render_chunks chunk, lateral (
      select greatest(1, count(*)) as parts from render_frames frame
      where frame.chunk_id = chunk.id and (frame.state in ('rendering', 'checking', 'held')
        or (frame.number, frame.part) = (${part?.number ?? null}::integer, ${part?.part ?? null}::integer))) open
    where chunk.id = ${chunkId}`.execute(db)
  return rows[0]?.share ?? 0
}

/** Nothing is expected of a job's chunks any more. */
export async function forgetCommitted({ db }: Tx, jobId: RenderJobId): Promise<void> {
  await tablesOf(db)
    .updateTable('render_chunks')
    .set({ committed_micro_usd: 0 })
    .where('job_id', '=', jobId)
    .where('committed_micro_usd', '>', 0)
    .execute()
}

interface Lines {
  readonly jobId: RenderJobId
  readonly limit: number
  readonly offset: number
}

/** Paid pictures of a job, oldest first. */
export function listCharges(db: Db, { jobId, limit, offset }: Lines): Promise<ChargeRow[]> {
  return tablesOf(db)
    .selectFrom('render_charges')
    .selectAll()
    .where('job_id', '=', jobId)
    .orderBy('at')
    .orderBy('key')
    .limit(limit)
    .offset(offset)
    .execute()
}

/** How many pictures of a job were paid, and what they took on a reference machine together. */
export async function sumCharges(
  db: Db,
  jobId: RenderJobId,
): Promise<{ lines: number; referenceMs: number }> {
  return tablesOf(db)
    .selectFrom('render_charges')
    .select([
      (e) => e.fn.countAll<number>().as('lines'),
      sql<number>`coalesce(sum(reference_ms), 0)::bigint`.as('referenceMs'),
    ])
    .where('job_id', '=', jobId)
    .executeTakeFirstOrThrow()
}
