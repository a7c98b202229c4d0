import { z } from 'zod'
import { AppName } from '../apps/app-container.ts'
import {
  ClusterId,
  InstanceId,
  MachineId,
  ReservationId,
  TemplateId,
  VolumeId,
} from '../core/ids.ts'
import { MicroUsd, MicroUsdPerHour, Timestamp } from '../core/values.ts'
import { Port } from '../templates/container-fields.ts'
import { MountPath, VolumeMode } from '../volumes/mount.ts'
import { Automation, StopCause } from './automation.ts'

export const InstanceState = z.enum([
  'requested',
  'pulling',
  'creating',
  'starting',
  'running',
  'stopping',
  'stopped',
  'destroyed',
  'failed',
  'lost',
])
export type InstanceState = z.infer<typeof InstanceState>

/** The state that the renter (or the balance) wants; the agent reconciles towards it. */
export const DesiredState = z.enum(['running', 'stopped', 'destroyed'])
export type DesiredState = z.infer<typeof DesiredState>

/**
 * The policy for an instance whose container ended because its machine or its container engine restarted: the instance
 * starts again, or stays stopped.
 */
export const RestartPolicy = z.enum(['on_machine_restart', 'never'])
export type RestartPolicy = z.infer<typeof RestartPolicy>

/** Why an instance is in its state: closed codes, each with a text for users. */
export const ReasonCode = z.enum([
  'image_not_found',
  'registry_unreachable',
  'registry_denied',
  'registry_login_refused',
  'registry_rate_limited',
  'image_wrong_platform',
  'image_too_large',
  'image_archive_broken',
  'build_failed',
  'build_timeout',
  'snapshot_base_changed',
  'snapshot_broken',
  'create_refused',
  'start_failed',
  'start_script_failed',
  'readiness_timeout',
  'exited',
  'out_of_memory',
  'disk_full',
  'gpu_missing',
  'not_isolated',
  'engine_unreachable',
  'machine_silent',
  'balance_exhausted',
  'account_budget_exhausted',
  'project_budget_exhausted',
  'key_budget_exhausted',
  'instance_budget_exhausted',
  'stopped_by_renter',
  'restarted_by_renter',
  'disk_lost',
  'disk_expired',
  'machine_restarted',
  'machine_removed',
  'stop_overdue',
  'interrupted',
  'awaiting_slots',
  'reservation_ended',
  ...StopCause.options,
])
export type ReasonCode = z.infer<typeof ReasonCode>

/** What the main process receives when the interruption of an instance is announced. */
export const InterruptionSignal = z.enum(['SIGTERM', 'none'])
export type InterruptionSignal = z.infer<typeof InterruptionSignal>

/** The bid of an interruptible instance. Prices are of a slot with its memory; the disk has the list price. */
export const InstanceBid = z.strictObject({
  max_micro_usd_per_hour: MicroUsdPerHour,
  /** The price of the last clearing. */
  paid_micro_usd_per_hour: MicroUsdPerHour,
  signal: InterruptionSignal,
  /** Whether it starts again by itself when its bid wins after an interruption. */
  resumes: z.boolean(),
  /** When it is stopped, once its interruption is announced. */
  interrupted_at: Timestamp.nullable(),
  /** Interrupted, and it starts again when its bid wins. */
  waits: z.boolean(),
})
export type InstanceBid = z.infer<typeof InstanceBid>

export const Reason = z.strictObject({
  code: ReasonCode,
  /** Our own text. */
  text: z.string(),
  exit_code: z.int().nullable().default(null),
  /** The machine's own text, unverified: one plain line, to be shown as such. */
  machine_says: z.string().nullable().default(null),
})
export type Reason = z.infer<typeof Reason>

/**
 * The cause of the start of charging of an instance: its readiness check passed; its renter entered it before (exec,
 * terminal or tunnel); or its free start was used up.
 */
export const ChargingCause = z.enum(['ready', 'entered', 'free_start_used'])
export type ChargingCause = z.infer<typeof ChargingCause>

/** Since when and why an instance is charged. */
export const Charging = z.strictObject({ since: Timestamp, cause: ChargingCause })
export type Charging = z.infer<typeof Charging>

/** The progress of the current step; `null` values are unknown. */
export const Progress = z.strictObject({
  text: z.string(),
  percent: z.number().min(0).max(100).nullable(),
  done_bytes: z.int().nullable(),
  total_bytes: z.int().nullable(),
})
export type Progress = z.infer<typeof Progress>

/** A volume that an instance has; of a destroyed one, had. */
export const InstanceVolume = z.strictObject({
  volume_id: VolumeId,
  name: z.string(),
  path: MountPath,
  mode: VolumeMode,
})
export type InstanceVolume = z.infer<typeof InstanceVolume>

export const Instance = z.strictObject({
  id: InstanceId,
  label: z.string(),
  /** What its cost is booked to, since it was ordered. */
  project: z.string().nullable(),
  /** The renter's own text; empty: none. */
  note: z.string().meta({ examples: ['Nightly training'] }),
  state: InstanceState,
  desired: DesiredState,
  /** Running, and the template's readiness check has passed. */
  ready: z.boolean(),
  reason: Reason.nullable(),
  progress: Progress.nullable(),
  generation: z.int(),
  observed_generation: z.int(),
  machine_id: MachineId,
  machine_name: z.string(),
  /** When the machine last reported it; older than a few seconds means that the rest is stale. */
  last_seen_at: Timestamp.nullable(),
  template_name: z.string(),
  /** Pages that its programs are used by, such as JupyterLab with its token: paths at the addresses of its ports. */
  links: z.array(z.strictObject({ title: z.string(), port: Port, path: z.string() })),
  /** The app that it was launched as, and what signs in to it; `null`: none. */
  app: z
    .strictObject({
      slug: AppName,
      version: z.string(),
      name: z.string(),
      login: z.array(z.strictObject({ label: z.string(), value: z.string(), secret: z.boolean() })),
    })
    .nullable(),
  /** The template and its version that it was ordered with; `null`: an image without a template. */
  template: z.strictObject({ id: TemplateId, version: z.string() }).nullable(),
  image: z.string(),
  ports: z.array(Port),
  env: z.record(z.string(), z.string()),
  restart_policy: RestartPolicy,
  slots: z.int(),
  gpu_model: z.string().nullable(),
  vcpus: z.number(),
  memory_mib: z.int(),
  disk_gb: z.int(),
  volumes: z.array(InstanceVolume),
  /** The reservation whose slots it has; `null`: it is rented on demand. */
  reservation_id: ReservationId.nullable(),
  running_micro_usd_per_hour: MicroUsdPerHour,
  stopped_micro_usd_per_hour: MicroUsdPerHour,
  /** `null`: it is on demand, and not interrupted. */
  bid: InstanceBid.nullable(),
  /** The cost so far, to the second of `last_seen_at`. */
  cost_micro_usd: MicroUsd,
  held_micro_usd: MicroUsd,
  /** Seconds of running that are charged. */
  ready_s: z.int(),
  /** `null`: nothing is charged yet. */
  charging: Charging.nullable(),
  created_at: Timestamp,
  ready_at: Timestamp.nullable(),
  stopped_at: Timestamp.nullable(),
  destroyed_at: Timestamp.nullable(),
  automation: Automation,
  /** Set when the balance or a budget is used up: until then the disk of the stopped instance is kept. */
  disk_kept_until: Timestamp.nullable(),
  /** Moving from or to another machine: until the end only the move starts, stops or destroys it. */
  moving: z.boolean(),
  /** Its place in a cluster, if it is a node of one. */
  cluster: z
    .strictObject({ id: ClusterId, name: z.string(), rank: z.int(), size: z.int() })
    .nullable(),
})
export type Instance = z.infer<typeof Instance>
