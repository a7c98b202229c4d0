import { z } from 'zod'
import { ProjectName } from '../budgets/project-name.ts'
import { limits } from '../core/constants.ts'
import { InstanceId, MachineId, OfferId, VolumeId } from '../core/ids.ts'
import { MicroUsd, MicroUsdPerHour, Timestamp } from '../core/values.ts'
import { MachineStatus } from '../machines/machine.ts'
import { MountPath, VolumeMode } from './mount.ts'
import { VolumeName } from './volume-name.ts'

/** `creating`: its machine is asked to create it. A `failed` one has no data, and costs nothing. */
export const VolumeState = z.enum(['creating', 'ready', 'failed', 'deleting', 'deleted'])
export type VolumeState = z.infer<typeof VolumeState>

/** Why a volume failed. `lost`: its machine no longer has it. */
export const VolumeFailure = z.enum(['disk_full', 'not_supported', 'machine_silent', 'lost'])
export type VolumeFailure = z.infer<typeof VolumeFailure>

/** A disk on one machine that outlives the instances which it is attached to. */
export const Volume = z.strictObject({
  id: VolumeId,
  name: VolumeName,
  state: VolumeState,
  failure: VolumeFailure.nullable(),
  machine_id: MachineId,
  machine_name: z.string(),
  machine_status: MachineStatus,
  size_gb: z.int(),
  /** As its machine last reported it; `null`: not yet. */
  used_bytes: z.int().nullable(),
  micro_usd_per_hour: MicroUsdPerHour,
  charged_micro_usd: MicroUsd,
  held_micro_usd: MicroUsd,
  /** Instances that are not destroyed. */
  attachments: z.array(
    z.strictObject({
      instance_id: InstanceId,
      label: z.string(),
      path: MountPath,
      mode: VolumeMode,
    }),
  ),
  created_at: Timestamp,
  ready_at: Timestamp.nullable(),
  /** Set when the balance is used up: until then it is kept without a charge. */
  kept_until: Timestamp.nullable(),
})
export type Volume = z.infer<typeof Volume>

/** A volume to create on the machine of an offer, at the price of its disks while stopped. */
export const NewVolume = z.strictObject({
  name: VolumeName,
  offer_id: OfferId,
  size_gb: z.int().min(limits.diskGbMin).max(limits.diskGbMax),
  /** What its cost is booked to; by default the project of the API key, or none. */
  project: ProjectName.optional(),
})
export type NewVolume = z.infer<typeof NewVolume>
