import { machineSilentAfterMs } from '@gridloom/contract/core/constants'
import type { AccountId, MachineId } from '@gridloom/contract/core/ids'
import type { MachineLoad, MachineStatus } from '@gridloom/contract/machines/machine'
import { sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'

/** How often a provider's page is refreshed while only the load of a machine changes. */
const notifyEveryMs = 10_000

/** The state of a machine at a heartbeat. */
export interface HeartbeatState {
  accountId: AccountId
  status: MachineStatus
  diskOfferedGb: number
  diskTotalGb: number
  offersDue: boolean
  /** Whether the provider's page is due for a refresh. */
  notifyDue: boolean
}

/**
 * Records a heartbeat with one small update. The time since the last one counts as online, up to the 30 s after which a
 * machine counts as offline and `excusedMs`, in which it could not report. Returns `undefined` for a removed
 * machine.
 */
export async function recordHeartbeat(
  { db }: Tx,
  machineId: MachineId,
  beat: { at: Date; load: MachineLoad | null; excusedMs: number },
): Promise<HeartbeatState | undefined> {
  const { rows } = await sql<HeartbeatState>`
    update machine_heartbeats heartbeat set
      last_seen_at = greatest(last_seen_at, ${beat.at}),
      load = coalesce(${beat.load === null ? null : JSON.stringify(beat.load)}::jsonb, load),
      online_ms = online_ms + case when last_seen_at is null then 0 else
        greatest(0, least(${machineSilentAfterMs + beat.excusedMs}, extract(epoch from ${beat.at}::timestamptz - last_seen_at) * 1000))::bigint end,
      notified_at = case when ${notifyDue(beat.at)} then ${beat.at} else notified_at end
    from machines machine
    where heartbeat.machine_id = ${machineId} and machine.id = heartbeat.machine_id and machine.removed_at is null
    returning machine.account_id as "accountId", machine.status, machine.disk_offered_gb as "diskOfferedGb",
      coalesce((machine.hardware ->> 'disk_total_gb')::float8, 0) as "diskTotalGb",
      exists (select 1 from stale_offers where machine_id = machine.id) as "offersDue", coalesce(heartbeat.notified_at = ${beat.at}, false) as "notifyDue"`.execute(
    db,
  )
  return rows[0]
}

/** When a machine was last seen; `undefined` for one that never was. */
export async function findLastSeen(db: Db, machineId: MachineId): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select last_seen_at as at from machine_heartbeats where machine_id = ${machineId}`.execute(db)
  return rows[0]?.at ?? undefined
}

function notifyDue(at: Date) {
  return sql`coalesce(heartbeat.notified_at, '-infinity') <= ${at}::timestamptz - ${notifyEveryMs} * interval '1 millisecond'`
}

/** Marks machines as offline that were last seen before a time. */
export async function markOffline(
  { db }: Tx,
  before: Date,
): Promise<{ id: MachineId; accountId: AccountId }[]> {
  const { rows } = await sql<{ id: MachineId; accountId: AccountId }>`
    with silent as (
      select machine.id from machines machine join machine_heartbeats heartbeat on heartbeat.machine_id = machine.id
      where machine.status = 'online' and heartbeat.last_seen_at < ${before}
      order by machine.id limit 500 for no key update of machine skip locked),
    gone as (
      update machines set status = 'offline' where id in (select id from silent) returning id, account_id)
    select id, account_id as "accountId" from gone order by id`.execute(db)
  return rows
}

/** Records the online time of each machine at the full hour; once an hour is enough. */
export async function insertHours({ db }: Tx, now: Date): Promise<void> {
  await sql`insert into machine_hours (machine_id, at, online_ms)
    select heartbeat.machine_id, date_trunc('hour', ${now}::timestamptz), heartbeat.online_ms
    from machine_heartbeats heartbeat join machines machine on machine.id = heartbeat.machine_id
    where machine.removed_at is null and machine.enrolled_at < date_trunc('hour', ${now}::timestamptz)
    on conflict do nothing`.execute(db)
  await sql`delete from machine_hours hour where at < ${now}::timestamptz - interval '25 hours'`.execute(
    db,
  )
}

/** Whether the online time of this hour is recorded already. */
export async function hourIsRecorded(db: Db, now: Date): Promise<boolean> {
  const { rows } = await sql`select 1 from machine_hours
    where at = date_trunc('hour', ${now}::timestamptz) limit 1`.execute(db)
  return rows.length > 0
}

/** A machine in one hour in which it was listed or rented. */
export interface CountedHour {
  machineId: MachineId
  /** At most an hour. */
  onlineMs: number
}

/**
 * Returns the machines that are listed or rented, with their time online in the hour that ended at a full hour. Those
 * without a record of both its ends are left out.
 */
export async function listCountedHours(db: Db, end: Date): Promise<CountedHour[]> {
  const { rows } = await sql<CountedHour>`
    select ended.machine_id as "machineId",
      least(3600000, greatest(0, ended.online_ms - began.online_ms))::bigint as "onlineMs"
    from machine_hours ended
      join machine_hours began on began.machine_id = ended.machine_id
        and began.at = ended.at - interval '1 hour'
      join machines machine on machine.id = ended.machine_id and machine.removed_at is null
    where ended.at = ${end} and (machine.listed
      or exists (select 1 from rentals where machine_id = machine.id and slots_held))
    order by ended.machine_id`.execute(db)
  return rows
}
