import type { AccountId, MachineId } from '@gridloom/contract/core/ids'
import type { Hardware } from '@gridloom/contract/machines/hardware'
import {
  defaultGpuAlertSettings,
  type GpuAlert,
  type GpuAlertKind,
} from '@gridloom/contract/monitoring/gpu-alert'
import { sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { GpuAlertRow, MonitoringTables } from './schema.ts'

/** Alerts of one machine that are stored, ended ones included; it gets no more. */
const alertsPerMachine = 200
/** Alerts that an account sees. */
const shownMax = 500

/** A machine whose alerts are decided. */
export interface WatchedMachine {
  id: MachineId
  accountId: AccountId
  name: string
  gpus: Hardware['gpus']
}

/**
 * Machines that may need a change of alerts, by id, after one: in the last minutes a GPU of them was at its limit, slowed
 * down or had memory errors, or they have an alert.
 */
export async function listWatched(
  db: Db,
  { since, after, limit }: { since: Date; after: MachineId | ''; limit: number },
): Promise<WatchedMachine[]> {
  const { rows } = await sql<WatchedMachine>`
    select machine.id, machine.account_id as "accountId", machine.name,
      coalesce(machine.hardware -> 'gpus', '[]') as gpus
    from machines machine left join gpu_alert_settings settings on settings.account_id = machine.account_id
    where machine.id > ${after} and (
      exists (select 1 from gpu_alerts where machine_id = machine.id and ended_at is null)
      or machine.removed_at is null and machine.status = 'online' and exists (
        select 1 from machine_minutes minute cross join lateral jsonb_array_elements(minute.gpus) gpu
        where minute.machine_id = machine.id and minute.at >= ${since} and (
          (gpu ->> 'temperature_c')::float8 >= case when settings.account_id is null
            then ${defaultGpuAlertSettings.temperature_c}::float8 else settings.temperature_c end
          or (gpu ->> 'ecc_uncorrected')::int > 0
          or gpu -> 'throttle_reasons' ?| array['hw_slowdown', 'sw_thermal', 'hw_thermal', 'hw_power_brake'])))
    order by machine.id limit ${limit}`.execute(db)
  return rows
}

/** Locks the alerts of a machine, so that two replicas never decide them at once; none where another does. */
export async function lockAlerts({ db }: Tx, id: MachineId): Promise<GpuAlertRow[] | 'busy'> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`gpu-alerts ${id}`}, 0)) as free`.execute(
    db,
  )
  if (rows[0]?.free !== true) return 'busy'
  return db
    .withTables<MonitoringTables>()
    .selectFrom('gpu_alerts')
    .selectAll()
    .where('machine_id', '=', id)
    .execute()
}

/** Stores alerts; new ones beyond the limit of a machine are left out. */
export async function putAlerts({ db }: Tx, rows: readonly GpuAlertRow[]): Promise<void> {
  for (const row of rows) {
    const { gpu_model, since, value, notified_at, ended_at } = row
    await sql`insert into gpu_alerts as alert
        (machine_id, gpu_uuid, kind, gpu_model, since, value, notified_at, ended_at)
      select ${row.machine_id}, ${row.gpu_uuid}, ${row.kind}, ${gpu_model}, ${since}, ${value}, ${notified_at}, ${ended_at}
      where (select count(*) from gpu_alerts where machine_id = ${row.machine_id}) < ${alertsPerMachine}
        or exists (select 1 from gpu_alerts where (machine_id, gpu_uuid, kind)
          = (${row.machine_id}, ${row.gpu_uuid}, ${row.kind}))
      on conflict (machine_id, gpu_uuid, kind) do update set gpu_model = excluded.gpu_model, since = excluded.since,
        value = excluded.value, notified_at = excluded.notified_at, ended_at = excluded.ended_at`.execute(
      db,
    )
  }
}

export async function deleteAlertsEndedBefore({ db }: Tx, before: Date): Promise<void> {
  await db
    .withTables<MonitoringTables>()
    .deleteFrom('gpu_alerts')
    .where('ended_at', '<', before)
    .execute()
}

/** Returns the alerts of an account's machines that last, newest first. */
export async function listAlerts(db: Db, accountId: AccountId): Promise<GpuAlert[]> {
  const { rows } = await sql<Omit<GpuAlert, 'since'> & { since: Date; kind: GpuAlertKind }>`
    select machine_id, gpu_uuid, gpu_model, kind, since, value
    from gpu_alerts alert join machines machine on machine.id = alert.machine_id
    where machine.account_id = ${accountId} and machine.removed_at is null and alert.ended_at is null
    order by since desc, machine_id, gpu_uuid, kind limit ${shownMax}`.execute(db)
  return rows.map((row) => ({ ...row, since: row.since.toISOString() }))
}
