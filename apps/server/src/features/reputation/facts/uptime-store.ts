import type { MachineId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { CountedHour } from '../../machines/index.ts'
import type { ReputationTables } from '../schema.ts'

/** Adds an hour of machines to their days, by its end; an hour that was added before changes nothing. */
export async function addHours(
  { db }: Tx,
  end: Date,
  hours: readonly CountedHour[],
): Promise<void> {
  await sql`insert into reputation_uptime as known (machine_id, day, online_ms, counted_ms, through)
    select machine_id, (${end}::timestamptz at time zone 'UTC' - interval '1 hour')::date,
      online_ms, 3600000, ${end}
    from unnest(${hours.map(({ machineId }) => machineId)}::text[],
      ${hours.map(({ onlineMs }) => onlineMs)}::bigint[]) as hour (machine_id, online_ms)
    order by machine_id
    on conflict (machine_id, day) do update set
      online_ms = known.online_ms + excluded.online_ms,
      counted_ms = known.counted_ms + excluded.counted_ms,
      through = excluded.through
    where known.through < excluded.through`.execute(db)
}

/** A day of a machine. */
export interface UptimeDay {
  machineId: MachineId
  /** As `2026-11-27`. */
  day: string
  onlineMs: number
  countedMs: number
}

/** Lists days before one. */
export async function listEndedDays(db: Db, before: string, limit: number): Promise<UptimeDay[]> {
  const { rows } = await sql<UptimeDay>`
    select machine_id as "machineId", day::text, online_ms as "onlineMs", counted_ms as "countedMs"
    from reputation_uptime where day < ${before}::date order by day, machine_id limit ${limit}`.execute(
    db,
  )
  return rows
}

export async function deleteDay({ db }: Tx, machineId: MachineId, day: string): Promise<void> {
  await db
    .withTables<ReputationTables>()
    .deleteFrom('reputation_uptime')
    .where('machine_id', '=', machineId)
    .where('day', '=', day)
    .execute()
}
