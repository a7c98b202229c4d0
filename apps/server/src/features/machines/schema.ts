import type { AccountId, MachineId } from '@gridloom/contract/core/ids'
import type { GpuBenchmarkKind } from '@gridloom/contract/machines/gpu-benchmark'
import type { BenchmarkKind, Hardware } from '@gridloom/contract/machines/hardware'
import type { MachineLoad, MachineStatus } from '@gridloom/contract/machines/machine'
import type { ColumnType, Selectable } from 'kysely'
import type { ProtocolViolation } from '../agents/index.ts'

/** jsonb: read parsed, written as JSON text. */
type NullableJson<T> = ColumnType<T | null, string | null, string | null>
/** The database has a default. */
type Defaulted<T> = ColumnType<T, T | undefined, T>
type DefaultedJson<T> = ColumnType<T, string | undefined, string>

/** Prices as columns, named as in the contract's `Pricing`. */
export interface PricingColumns {
  gpu_slot_micro_usd_per_hour: number
  cpu_slot_micro_usd_per_hour: number
  memory_gib_micro_usd_per_hour: number
  disk_gb_micro_usd_per_hour: number
  stopped_disk_gb_micro_usd_per_hour: number
}

export interface MachinesTable extends PricingColumns {
  /** The terms of reservations; `null`: none. */
  reservation_days_max: Defaulted<number | null>
  reservation_day_basis_points: Defaulted<number>
  reservation_week_basis_points: Defaulted<number>
  reservation_month_basis_points: Defaulted<number>
  id: MachineId
  account_id: AccountId
  name: string
  listed: boolean
  list_not_isolated: Defaulted<boolean>
  /** ISO 3166-1, as the provider declares it. */
  country: Defaulted<string | null>
  min_bid_micro_usd_per_hour: Defaulted<number | null>
  status: MachineStatus
  /** `null`: as many as the machine has CPU threads. */
  cpu_slots: Defaulted<number | null>
  hardware: NullableJson<Hardware>
  /** Ids of GPUs that another machine offers. */
  gpus_elsewhere: DefaultedJson<string[]>
  agent_version: Defaulted<string | null>
  agent_protocol: Defaulted<number | null>
  disk_offered_gb: Defaulted<number>
  enrolled_at: Date
  connected_at: Defaulted<Date | null>
  removed_at: Defaulted<Date | null>
  /** Since when it has had an overdue stop. */
  stop_overdue_since: Defaulted<Date | null>
  /** When and why its connection was last ended for a protocol violation; both or neither. */
  violated_at: Defaulted<Date | null>
  violation: Defaulted<ProtocolViolation | null>
  offline_notified_at: Defaulted<Date | null>
  online_again_at: Defaulted<Date | null>
}
export type MachineRow = Selectable<MachinesTable>

/** The tables of this feature. A type, as Kysely requires. */
export type MachineTables = {
  machines: MachinesTable
  machine_heartbeats: {
    machine_id: MachineId
    last_seen_at: Date | null
    load: NullableJson<MachineLoad>
    online_ms: Defaulted<number>
    notified_at: Defaulted<Date | null>
  }
  machine_digests: { account_id: AccountId; sent_at: Date }
  machine_hours: { machine_id: MachineId; at: Date; online_ms: number }
  machine_benchmarks: {
    machine_id: MachineId
    kind: BenchmarkKind
    value: number
    measured_at: Date
    under_load: Defaulted<boolean>
  }
  machine_gpu_benchmarks: {
    machine_id: MachineId
    gpu_uuid: string
    kind: GpuBenchmarkKind
    value: number
    measured_at: Date
    /** From when on a figure of about this height has been shown. */
    since: Date
  }
  machine_fingerprints: {
    machine_id: MachineId
    board: string | null
    disk: string | null
    network: string | null
    system: string | null
    engine: string | null
    gpus: string[]
    read_at: Date
  }
  machine_images: { machine_id: MachineId; image: string }
  enrolment_tokens: {
    token_hash: string
    account_id: AccountId
    expires_at: Date
    used_at: Defaulted<Date | null>
    is_here: Defaulted<boolean>
  }
}
