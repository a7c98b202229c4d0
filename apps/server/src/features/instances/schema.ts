import type { AppLink, AppLogin, AppName } from '@gridloom/contract/apps/app-container'
import type { ImageRecipe } from '@gridloom/contract/apps/recipe'
import type { ClusterPlace } from '@gridloom/contract/clusters/network'
import type {
  AccountId,
  ApiKeyId,
  ClusterId,
  InstanceId,
  InstanceMoveId,
  MachineId,
  OfferId,
  ReservationId,
  SnapshotId,
  TemplateId,
} from '@gridloom/contract/core/ids'
import type {
  InstanceSchedule,
  StartBlocker,
  StopCause,
  StopIdle,
} from '@gridloom/contract/instances/automation'
import type { InstanceEventCause, InstanceEventKind } from '@gridloom/contract/instances/events'
import type {
  ChargingCause,
  DesiredState,
  InstanceState,
  InterruptionSignal,
  Progress,
  Reason,
  RestartPolicy,
} from '@gridloom/contract/instances/instance'
import type { ReportedSample } from '@gridloom/contract/instances/metrics'
import type { PortAccess } from '@gridloom/contract/ports/port-address'
import type { MachineCount } from '@gridloom/contract/receipts/signed-receipt'
import type { ContainerOptions } from '@gridloom/contract/templates/docker-options'
import type { TemplateFields } from '@gridloom/contract/templates/template'
import type { ColumnType, Generated, Selectable } from 'kysely'
import type { z } from 'zod'
import type { StoredLogin } from '../templates/index.ts'

/** A jsonb column: read as a value, written as text. */
type Json<T> = ColumnType<T, string, string>
type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>
type Defaulted<T> = ColumnType<T, T | undefined, T>

/** The app that an instance was launched as. */
export interface InstanceApp {
  slug: AppName
  version: string
  /** Its pages, without the values of the environment. */
  links: readonly AppLink[]
  login: AppLogin | null
  /** Who may open its ports; the others are private. */
  access: readonly { port: number; access: PortAccess }[]
  /** Whether its machine had the image when it was ordered. */
  image_held: boolean
}

/** The template that an instance was created from: its fields and its name. Earlier instances have no options. */
export interface InstanceTemplate
  extends Omit<TemplateFields, 'docker_options' | 'docker_entry_point_tags'> {
  name: string
  /** `null`: an order without a template. */
  source?: { id: TemplateId; version: string } | null
  options?: ContainerOptions
  arguments?: string[]
  /** The login that its image is pulled with. */
  login?: StoredLogin | null
  /** How its machine builds its image; absent: the image is pulled. */
  recipe?: ImageRecipe | null
  /** The app that it is; absent: none. */
  app?: InstanceApp | null
}

export interface InstancesTable {
  id: InstanceId
  account_id: AccountId
  provider_account_id: AccountId
  machine_id: MachineId
  offer_id: OfferId
  label: string
  note: Defaulted<string>
  state: InstanceState
  desired: DesiredState
  ready: Defaulted<boolean>
  reason: ColumnType<z.input<typeof Reason> | null, string | null | undefined, string | null>
  progress: ColumnType<Progress | null, string | null | undefined, string | null>
  generation: Defaulted<number>
  observed_generation: Defaulted<number>
  restart: Defaulted<number>
  restart_policy: Defaulted<RestartPolicy>
  template: Json<InstanceTemplate>
  slots: number
  gpu_model: string | null
  gpu_uuids: Json<string[]>
  /** Whether its machine was isolated when it was ordered. */
  isolated: ColumnType<boolean, boolean | undefined, boolean>
  vcpus: number
  memory_mib: number
  disk_gb: number
  /** Of an interruptible instance, what it pays now. */
  running_micro_usd_per_hour: number
  /** The reservation whose slots it has, until that ends. */
  reservation_id: Defaulted<ReservationId | null>
  /** Its price from the end of the reservation, or from its next start, on; `null`: the present one. */
  on_demand_micro_usd_per_hour: Defaulted<number | null>
  stopped_micro_usd_per_hour: number
  /** The most that its renter pays for a slot with its memory; `null`: it is on demand. */
  bid_micro_usd_per_hour: Defaulted<number | null>
  /** What all of it costs at its bid; holds are for this price. */
  bid_all_micro_usd_per_hour: Defaulted<number | null>
  interruption_signal: Defaulted<InterruptionSignal | null>
  /** Whether it starts again by itself after an interruption. */
  resumes: Defaulted<boolean>
  /** The price of the last clearing; the next report is the last at the price before. */
  next_micro_usd_per_hour: Defaulted<number | null>
  /** When it is stopped by an interruption, which its renter knows of. */
  interrupted_at: Defaulted<Date | null>
  /** Its machine must not start it yet: others still run on its slots. */
  awaits_slots: Defaulted<boolean>
  /** When it no longer had to wait for them. */
  slots_ready_at: Defaulted<Date | null>
  created_at: Date
  ready_at: Defaulted<Date | null>
  stopped_at: Defaulted<Date | null>
  destroyed_at: Defaulted<Date | null>
  last_seen_at: Defaulted<Date | null>
  disk_kept_until: Defaulted<Date | null>
  warned_s: Defaulted<number | null>
  charged_from: Defaulted<Date | null>
  charged_cause: Defaulted<ChargingCause | null>
  /** When it was first entered: by exec, a terminal or a tunnel. */
  entered_at: Defaulted<Date | null>
  /** Free seconds that it has used. */
  free_s: Defaulted<number>
  stop_asked_at: Defaulted<Date | null>
  destroy_asked_at: Defaulted<Date | null>
  stop_waited_ms: Defaulted<number>
  stop_overdue_at: Defaulted<Date | null>
  meter_ready_s: Defaulted<number | null>
  meter_running_s: Defaulted<number | null>
  meter_stopped_s: Defaulted<number | null>
  meter_seen_at: Defaulted<Date | null>
  meter_spare_ms: Defaulted<number>
  /** The counters of the last report, as the machine signed them. */
  meter_count: NullableJson<MachineCount>
  metered_running_s: Defaulted<number>
  metered_stopped_s: Defaulted<number>
  booked_running_s: Defaulted<number>
  booked_stopped_s: Defaulted<number>
  booked_through: Defaulted<Date | null>
  /** The user who ordered it. */
  placed_by: Defaulted<AccountId | null>
  /** The API key that it was ordered with. */
  api_key_id: Defaulted<ApiKeyId | null>
  /** Whether a user lets it run beyond the budget of that key. */
  past_key_budget: Defaulted<boolean>
  /** The most that it may cost in all. */
  budget_micro_usd: Defaulted<number | null>
  /** When its renter was warned that most of the budget is used. */
  budget_warned_at: Defaulted<Date | null>
  stop_at: Defaulted<Date | null>
  stop_after_s: Defaulted<number | null>
  stop_idle: NullableJson<StopIdle>
  schedule: NullableJson<InstanceSchedule>
  /** The first report of "running" since its last start. */
  run_since: Defaulted<Date | null>
  /** Since when every sample was below the thresholds of `stop_idle`, with nobody connected. */
  idle_since: Defaulted<Date | null>
  /** When its last sample arrived. */
  sampled_at: Defaulted<Date | null>
  /** When somebody was last connected to it. */
  connected_at: Defaulted<Date | null>
  /** A rule's stop that its renter was told of, and why. */
  stop_announced_at: Defaulted<Date | null>
  stop_announced_cause: Defaulted<StopCause | null>
  /** No rule stops it before. */
  stop_postponed_until: Defaulted<Date | null>
  next_start_at: Defaulted<Date | null>
  next_stop_at: Defaulted<Date | null>
  /** A scheduled start that has not succeeded is tried until then, next at `start_retry_at`. */
  start_until: Defaulted<Date | null>
  start_retry_at: Defaulted<Date | null>
  start_blocker: Defaulted<StartBlocker | null>
  /** The snapshot that its disk began with. */
  snapshot_id: Defaulted<SnapshotId | null>
  /** The open move that it takes part in. */
  move_id: Defaulted<InstanceMoveId | null>
  cluster_id: Defaulted<ClusterId | null>
  /** Its place in that cluster. */
  cluster: NullableJson<ClusterPlace>
}
export type InstanceRow = Selectable<InstancesTable>

export type InstanceTables = {
  instances: InstancesTable
  order_keys: {
    account_id: AccountId
    key: string
    request_hash: string
    instance_id: InstanceId | null
    created_at: Date
  }
  /** Counters of machines during outages of the control plane, as the machines signed them. */
  usage_entries: {
    machine_id: MachineId
    sequence: number
    instance_id: InstanceId
    at: Date
    ready_s: number
    running_s: number
    stopped_s: number
    signature: string
  }
  instance_events: {
    id: Generated<string>
    instance_id: InstanceId
    account_id: AccountId
    /** Counts the events of the instance. */
    number: number
    at: Date
    kind: InstanceEventKind
    user_id: AccountId | null
    api_key_id: ApiKeyId | null
    cause: InstanceEventCause | null
    exit_code: number | null
    /** Of a `folded` event: the number of those that it stands for. */
    folded: number | null
  }
  instance_metrics: {
    instance_id: InstanceId
    at: Date
    sample: Json<ReportedSample>
    /** Whether somebody was connected; `null`: not known. */
    connected: Defaulted<boolean | null>
  }
}
