import type { MachineId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { MachineMinuteRow, MonitoringTables } from './schema.ts'

/**
 * Stores a sample of every machine that was seen within the minute, from its last heartbeat; a second time, nothing. Its
 * values come from a machine, so that those without bounds of their own are cut here: one must not fail all.
 */
export async function insertMinutes({ db }: Tx, minute: Date): Promise<void> {
  await sql`insert into machine_minutes
      (machine_id, at, cpu_percent, memory_used_mib, slots, slots_rented, gpus)
    select machine.id, ${minute}, least(100, greatest(0, (heartbeat.load ->> 'cpu_percent')::float8))::real,
      (heartbeat.load ->> 'memory_used_mib')::int, coalesce(slot.offered, 0), coalesce(slot.rented, 0),
      coalesce(heartbeat.load -> 'gpus', '[]')
    from machines machine
    join machine_heartbeats heartbeat on heartbeat.machine_id = machine.id
    left join lateral (
      select count(*) filter (where slots.instance_id is not null or slots.reservation_id is not null
          or offers.visible) as offered,
        count(*) filter (where slots.instance_id is not null or slots.reservation_id is not null) as rented
      from slots join offers on offers.id = slots.offer_id where slots.machine_id = machine.id) slot on true
    where machine.removed_at is null and machine.status = 'online' and heartbeat.load is not null
      and heartbeat.last_seen_at >= ${minute}::timestamptz - interval '1 minute'
    on conflict do nothing`.execute(db)
}

/** Whether a sample of this minute is stored already. */
export async function minuteIsRecorded(db: Db, minute: Date): Promise<boolean> {
  const { rows } = await sql`select 1 from machine_minutes where at = ${minute} limit 1`.execute(db)
  return rows.length > 0
}

export async function deleteMinutesBefore({ db }: Tx, before: Date): Promise<void> {
  await sql`delete from machine_minutes where at < ${before}`.execute(db)
}

/** The samples of machines since a time, oldest first. */
export async function listMinutes(
  db: Db,
  machineIds: readonly MachineId[],
  since: Date,
): Promise<MachineMinuteRow[]> {
  if (machineIds.length === 0) return []
  return db
    .withTables<MonitoringTables>()
    .selectFrom('machine_minutes')
    .selectAll()
    .where('machine_id', 'in', [...machineIds])
    .where('at', '>=', since)
    .orderBy('at')
    .execute()
}
