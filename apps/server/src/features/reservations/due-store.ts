import type { ReservationId } from '@gridloom/contract/core/ids'
import { machineGoneMs } from '@gridloom/domain/reservations'
import { sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { ReservationTables } from './schema.ts'

/** Lists active reservations with a day to settle, a warning to send, or a machine that is gone; at most 500. */
export async function listDue(db: Db, now: Date): Promise<ReservationId[]> {
  const at = sql`${now}::timestamptz`
  const { rows } = await sql<{ id: ReservationId }>`
    select r.id from reservations r
      join machines machine on machine.id = r.machine_id
      join machine_heartbeats pulse on pulse.machine_id = r.machine_id
    where r.state = 'active' and (
      r.started_at + (r.settled_days + 1) * interval '24 hours' <= ${at}
      or (r.ends_at - interval '24 hours' <= ${at} and r.warned_s is null)
      or (r.ends_at - interval '1 hour' <= ${at} and r.warned_s = 86400)
      or machine.removed_at is not null
      or (machine.status = 'offline'
        and pulse.last_seen_at < ${at} - ${machineGoneMs} * interval '1 millisecond'))
    order by r.id limit 500`.execute(db)
  return rows.map(({ id }) => id)
}

/** Lists active reservations whose machine is online, but has fewer slots than reserved, or smaller ones. */
export async function listUnusable(db: Db): Promise<ReservationId[]> {
  const { rows } = await sql<{ id: ReservationId }>`
    select r.id from reservations r
      join machines machine on machine.id = r.machine_id and machine.status = 'online'
      join offers offer on offer.id = r.offer_id
    where r.state = 'active' and (offer.vcpus < r.vcpus or offer.memory_mib < r.memory_mib
      or r.slots > (select count(*) from slots where reservation_id = r.id and not retired))
    order by r.id limit 500`.execute(db)
  return rows.map(({ id }) => id)
}

/** Adds the time since the last look to the unusable time of a reservation; a longer pause than `gapMsMax` is not counted. */
export async function addUnusable(
  { db }: Tx,
  id: ReservationId,
  { now, gapMsMax }: { now: Date; gapMsMax: number },
): Promise<void> {
  const gap = sql`extract(epoch from ${now}::timestamptz - watched_at) * 1000`
  await sql`update reservations set watched_at = greatest(watched_at, ${now}),
      unusable_ms = unusable_ms + case when ${gap} between 0 and ${gapMsMax} then (${gap})::bigint else 0 end
    where id = ${id} and state = 'active'`.execute(db)
}

export async function insertLine(
  { db }: Tx,
  line: ReservationTables['reservation_lines'],
): Promise<void> {
  await db.withTables<ReservationTables>().insertInto('reservation_lines').values(line).execute()
}

/** Returns the lines of reservations, oldest first. */
export async function listLines(
  db: Db,
  ids: readonly ReservationId[],
): Promise<ReservationTables['reservation_lines'][]> {
  if (ids.length === 0) return []
  return db
    .withTables<ReservationTables>()
    .selectFrom('reservation_lines')
    .selectAll()
    .where('reservation_id', 'in', [...ids])
    .orderBy('reservation_id')
    .orderBy(sql`day nulls last`)
    .execute()
}
