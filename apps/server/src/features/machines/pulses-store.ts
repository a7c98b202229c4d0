import { machineSilentAfterMs } from '@gridloom/contract/core/constants'
import type { AccountId, MachineId } from '@gridloom/contract/core/ids'
import type { MachineLoad, MachineStatus } from '@gridloom/contract/machines/machine'
import { sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'

/** How often a provider's page is told of a machine whose load alone changes. */
const tellEveryMs = 10_000

/** What a heartbeat finds of its machine. */
export interface Pulse {
  accountId: AccountId
  status: MachineStatus
  diskOfferedGb: number
  diskTotalGb: number
  offersDue: boolean
  /** The provider's page is due to be told. */
  notifyDue: boolean
}

/**
 * Takes a heartbeat in with one small update. The time since the last one counts as heard, but a silence
 * only up to the 30 s after which a machine is given up. Nothing comes back for a machine that was removed.
 */
export async function recordPulse(
  { db }: Tx,
  machineId: MachineId,
  beat: { at: Date; load: MachineLoad | null },
): Promise<Pulse | undefined> {
  const { rows } = await sql<Pulse>`
    update machine_pulses pulse set
      last_heard_at = greatest(last_heard_at, ${beat.at}),
      load = coalesce(${beat.load === null ? null : JSON.stringify(beat.load)}::jsonb, load),
      heard_ms = heard_ms + case when last_heard_at is null then 0 else
        greatest(0, least(${machineSilentAfterMs}, extract(epoch from ${beat.at}::timestamptz - last_heard_at) * 1000))::bigint end,
      told_at = case when ${notifyDue(beat.at)} then ${beat.at} else told_at end
    from machines machine
    where pulse.machine_id = ${machineId} and machine.id = pulse.machine_id and machine.removed_at is null
    returning machine.account_id as "accountId", machine.status, machine.disk_offered_gb as "diskOfferedGb",
      coalesce((machine.hardware ->> 'disk_total_gb')::float8, 0) as "diskTotalGb",
      exists (select 1 from stale_offers where machine_id = machine.id) as "offersDue", coalesce(pulse.told_at = ${beat.at}, false) as "notifyDue"`.execute(
    db,
  )
  return rows[0]
}

function notifyDue(at: Date) {
  return sql`coalesce(pulse.told_at, '-infinity') <= ${at}::timestamptz - ${tellEveryMs} * interval '1 millisecond'`
}

/** Marks machines as offline that were last seen before a time. */
export async function markOffline(
  { db }: Tx,
  before: Date,
): Promise<{ id: MachineId; accountId: AccountId }[]> {
  const { rows } = await sql<{ id: MachineId; accountId: AccountId }>`
    with silent as (
      select machine.id from machines machine join machine_pulses pulse on pulse.machine_id = machine.id
      where machine.status = 'online' and pulse.last_heard_at < ${before}
      order by machine.id limit 500 for no key update of machine skip locked),
    gone as (
      update machines set status = 'offline' where id in (select id from silent) returning id, account_id)
    select id, account_id as "accountId" from gone order by id`.execute(db)
  return rows
}

/** Notes where each machine's count of heard time stands at this hour; once an hour is enough. */
export async function recordHours({ db }: Tx, now: Date): Promise<void> {
  await sql`insert into machine_hours (machine_id, at, heard_ms)
    select pulse.machine_id, date_trunc('hour', ${now}::timestamptz), pulse.heard_ms
    from machine_pulses pulse join machines machine on machine.id = pulse.machine_id
    where machine.removed_at is null and machine.enrolled_at < date_trunc('hour', ${now}::timestamptz)
    on conflict do nothing`.execute(db)
  await sql`delete from machine_hours hour where at < ${now}::timestamptz - interval '25 hours'`.execute(
    db,
  )
}

/** Whether the heard time of this hour was noted already. */
export async function hourIsRecorded(db: Db, now: Date): Promise<boolean> {
  const { rows } = await sql`select 1 from machine_hours
    where at = date_trunc('hour', ${now}::timestamptz) limit 1`.execute(db)
  return rows.length > 0
}
