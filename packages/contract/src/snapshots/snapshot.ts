import { z } from 'zod'
import { SnapshotProblemCode } from '../agent/snapshots.ts'
import { limits } from '../core/constants.ts'
import { InstanceId, InstanceMoveId, MachineId, OfferId, QuoteId, SnapshotId } from '../core/ids.ts'
import { MicroUsd, PlainLine, Timestamp } from '../core/values.ts'
import { RestartPolicy } from '../instances/instance.ts'
import { Environment } from '../templates/container-fields.ts'

/** `creating`: captured on its machine and sent to the store. A `failed` one stores nothing. */
export const SnapshotState = z.enum(['creating', 'ready', 'failed', 'deleting'])
export type SnapshotState = z.infer<typeof SnapshotState>

/** Why a snapshot failed: what its machine said, or one of ours. */
export const SnapshotFailure = z.enum([
  ...SnapshotProblemCode.options,
  'machine_refused',
  'machine_silent',
  'storage_full',
])
export type SnapshotFailure = z.infer<typeof SnapshotFailure>

const SnapshotName = PlainLine.min(1)
  .max(limits.labelChars)
  .meta({ examples: ['before the upgrade'] })

/** The files of an instance's disk that differ from its image, as of one moment. */
export const Snapshot = z.strictObject({
  id: SnapshotId,
  name: z.string().meta({ examples: ['before the upgrade'] }),
  state: SnapshotState,
  failure: SnapshotFailure.nullable(),
  instance_id: InstanceId,
  instance_label: z.string().meta({ examples: ['training'] }),
  machine_id: MachineId,
  template_name: z.string(),
  image: z.string(),
  disk_gb: z.int(),
  /** Before compression. While it is created: read so far. */
  raw_bytes: z.int(),
  /** As stored; pieces that other snapshots have too are included. */
  stored_bytes: z.int(),
  /** How long the instance was paused for it; `null`: it did not run, or is not captured yet. */
  paused_ms: z.int().nullable(),
  created_at: Timestamp,
  ready_at: Timestamp.nullable(),
})
export type Snapshot = z.infer<typeof Snapshot>

export const NewSnapshot = z.strictObject({ name: SnapshotName })
export type NewSnapshot = z.infer<typeof NewSnapshot>

export const RenameSnapshot = z.strictObject({ name: SnapshotName })
export type RenameSnapshot = z.infer<typeof RenameSnapshot>

/** The storage that an account's snapshots take together: pieces that several of them have count once. */
export const SnapshotStorage = z.strictObject({
  stored_bytes: z.int(),
  micro_usd_per_gb_month: MicroUsd,
  micro_usd_per_month: MicroUsd,
  /** Set when the balance is used up: until then the snapshots are kept. */
  kept_until: Timestamp.nullable(),
})
export type SnapshotStorage = z.infer<typeof SnapshotStorage>

/** An order of an instance that begins with the disk of a snapshot, with the settings of the snapshot's instance. */
export const SnapshotOrder = z.strictObject({
  offer_id: OfferId,
  quote_id: QuoteId.optional(),
  slots: z.int().min(1).max(limits.slotsPerInstance).default(1),
  disk_gb: z.int().min(limits.diskGbMin).max(limits.diskGbMax),
  env: Environment.default({}),
  restart_policy: RestartPolicy.default('on_machine_restart'),
  label: PlainLine.max(limits.labelChars).default(''),
})
export type SnapshotOrder = z.infer<typeof SnapshotOrder>

/**
 * `stopping` → `capturing` → `starting` → `done`. From each but `done` it becomes `failed`: then the instance is where it
 * was, and the new one is destroyed.
 */
export const MoveState = z.enum(['stopping', 'capturing', 'starting', 'done', 'failed'])
export type MoveState = z.infer<typeof MoveState>

export const MoveFailure = z.enum([
  'cancelled',
  'stop_failed',
  'snapshot_failed',
  'start_failed',
  'timed_out',
])
export type MoveFailure = z.infer<typeof MoveFailure>

/** The move of an instance to another machine. */
export const InstanceMove = z.strictObject({
  id: InstanceMoveId,
  state: MoveState,
  failure: MoveFailure.nullable(),
  instance_id: InstanceId,
  /** The instance on the other machine, which takes over label and port addresses once it is ready. */
  new_instance_id: InstanceId,
  snapshot_id: SnapshotId,
  created_at: Timestamp,
  ended_at: Timestamp.nullable(),
})
export type InstanceMove = z.infer<typeof InstanceMove>

export const NewMove = z.strictObject({
  offer_id: OfferId,
  quote_id: QuoteId.optional(),
  slots: z.int().min(1).max(limits.slotsPerInstance).default(1),
  disk_gb: z.int().min(limits.diskGbMin).max(limits.diskGbMax),
})
export type NewMove = z.infer<typeof NewMove>
