import type { RenderChunkId, RenderJobId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import { type Insertable, sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { ChargeRow, RenderingTables } from '../schema.ts'

const tablesOf = (db: Db) => db.withTables<RenderingTables>()

/** Returns the amount of the charge with this key; `undefined` if there is none. */
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

/** Adds the cost of a picture to its frame (to part 0, even if the picture is another part of it). */
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

/** Deducts an amount, as far as there is enough, from a chunk's expected cost; returns the amount deducted. */
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
 * Returns the amount still committed for one part of a chunk; the last part that is not accepted gets all that is left.
 * A given part counts as not accepted, whatever its current state.
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

/** Clears the expected cost of all chunks of a job. */
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

/** Returns paid pictures of a job, oldest first. */
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

/** The paid pictures of one machine. */
export interface MachineCharges {
  /** `null`: of all machines that are not listed. */
  readonly machineName: string | null
  readonly pictures: number
  readonly referenceMs: number
  readonly microUsd: MicroUsd
}

/** Sums the paid pictures of a job by machine, dearest first, in at most `rowsMax` rows: the last is that of all others. */
export async function sumChargesByMachine(
  db: Db,
  jobId: RenderJobId,
  rowsMax: number,
): Promise<MachineCharges[]> {
  const { rows } = await sql<MachineCharges>`
    with sums as (
      select machine_name, count(*) as pictures, sum(reference_ms) as ms, sum(micro_usd) as cost,
        row_number() over (order by sum(micro_usd) desc, machine_name) as place
      from render_charges where job_id = ${jobId} group by machine_name),
    listed as (
      select pictures, ms, cost, case when place < ${rowsMax} then place else ${rowsMax} end as place,
        case when place < ${rowsMax} then machine_name end as name
      from sums)
    select name as "machineName", sum(pictures)::bigint as pictures, sum(ms)::bigint as "referenceMs",
      sum(cost)::bigint as "microUsd"
    from listed group by place, name order by place`.execute(db)
  return rows
}

/** Returns how many pictures of a job were paid, and their total time on a reference machine. */
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
