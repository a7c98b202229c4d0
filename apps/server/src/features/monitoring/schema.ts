import type { AccountId, MachineId } from '@gridloom/contract/core/ids'
import type { GpuReading } from '@gridloom/contract/machines/gpu-reading'
import type { GpuAlertKind } from '@gridloom/contract/monitoring/gpu-alert'
import type { ColumnType, Generated, Selectable } from 'kysely'

export interface MachineMinutesTable {
  machine_id: MachineId
  at: Date
  cpu_percent: number
  memory_used_mib: number
  slots: number
  slots_rented: number
  gpus: ColumnType<GpuReading[], string, string>
}
export type MachineMinuteRow = Selectable<MachineMinutesTable>

export interface GpuAlertsTable {
  machine_id: MachineId
  gpu_uuid: string
  kind: GpuAlertKind
  gpu_model: string
  since: Date
  value: number | null
  notified_at: Date | null
  ended_at: Date | null
}
export type GpuAlertRow = Selectable<GpuAlertsTable>

/** The tables of this feature. A type, as Kysely requires. The hours are read and written in SQL. */
export type MonitoringTables = {
  machine_minutes: MachineMinutesTable
  gpus: {
    id: Generated<number>
    machine_id: MachineId
    uuid: string
    seen_at: Date
  }
  gpu_alert_settings: {
    account_id: AccountId
    temperature_c: number | null
    ecc: boolean
    throttling: boolean
    repeat_hours: number
  }
  gpu_alerts: GpuAlertsTable
}
