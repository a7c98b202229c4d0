import { z } from 'zod'
import { InstanceId, MachineId } from '../core/ids.ts'
import { MicroUsd, MicroUsdPerHour, Timestamp } from '../core/values.ts'
import { Port } from '../templates/template.ts'

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

/** What the renter (or the balance) wants of an instance; the agent works towards it. */
export const DesiredState = z.enum(['running', 'stopped', 'destroyed'])
export type DesiredState = z.infer<typeof DesiredState>

/** Why an instance is where it is: closed codes, each with a text a user understands. */
export const ReasonCode = z.enum([
  'image_not_found',
  'registry_unreachable',
  'registry_denied',
  'image_too_large',
  'image_archive_broken',
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
  'key_budget_exhausted',
  'stopped_by_renter',
  'restarted_by_renter',
  'disk_lost',
  'disk_expired',
  'machine_removed',
  'stop_overdue',
])
export type ReasonCode = z.infer<typeof ReasonCode>

export const Reason = z.strictObject({
  code: ReasonCode,
  /** Our sentence. */
  text: z.string(),
  exit_code: z.int().nullable().default(null),
  /** What its machine said of it, in words that nobody checked: one plain line, to be shown as such. */
  machine_says: z.string().nullable().default(null),
})
export type Reason = z.infer<typeof Reason>

/**
 * What began the charging of an instance: its readiness probe passed; its renter entered it (exec, terminal or tunnel)
 * before that; or its free start was used up.
 */
export const ChargingCause = z.enum(['ready', 'entered', 'free_start_used'])
export type ChargingCause = z.infer<typeof ChargingCause>

/** Since when an instance is charged for, and why from then on. */
export const Charging = z.strictObject({ since: Timestamp, cause: ChargingCause })
export type Charging = z.infer<typeof Charging>

/** How far the present step has come; `null` figures are not known. */
export const Progress = z.strictObject({
  text: z.string(),
  percent: z.number().min(0).max(100).nullable(),
  done_bytes: z.int().nullable(),
  total_bytes: z.int().nullable(),
})
export type Progress = z.infer<typeof Progress>

export const Instance = z.strictObject({
  id: InstanceId,
  label: z.string(),
  state: InstanceState,
  desired: DesiredState,
  /** Running, and the template's readiness probe has passed. */
  ready: z.boolean(),
  reason: Reason.nullable(),
  progress: Progress.nullable(),
  generation: z.int(),
  observed_generation: z.int(),
  machine_id: MachineId,
  machine_name: z.string(),
  /** When the machine last spoke of it; older than a few seconds means the rest is stale. */
  last_seen_at: Timestamp.nullable(),
  template_name: z.string(),
  image: z.string(),
  ports: z.array(Port),
  env: z.record(z.string(), z.string()),
  slots: z.int(),
  gpu_model: z.string().nullable(),
  vcpus: z.number(),
  memory_mib: z.int(),
  disk_gb: z.int(),
  running_micro_usd_per_hour: MicroUsdPerHour,
  stopped_micro_usd_per_hour: MicroUsdPerHour,
  /** What it has cost so far, to the second of `last_seen_at`. */
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
  /** Set when the balance ran out: until then the stopped disk is kept. */
  disk_kept_until: Timestamp.nullable(),
})
export type Instance = z.infer<typeof Instance>
