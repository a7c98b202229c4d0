import type {
  AccountId,
  ApiKeyId,
  InstanceId,
  MachineId,
  VolumeId,
} from '@gridloom/contract/core/ids'
import type { VolumeMode } from '@gridloom/contract/volumes/mount'
import type { VolumeFailure, VolumeState } from '@gridloom/contract/volumes/volume'
import type { Generated, Selectable } from 'kysely'

interface VolumesTable {
  id: VolumeId
  account_id: AccountId
  created_by: AccountId
  api_key_id: ApiKeyId | null
  name: string
  state: VolumeState
  failure: Generated<VolumeFailure | null>
  machine_id: MachineId
  provider_account_id: AccountId
  size_gb: number
  micro_usd_per_hour: number
  used_bytes: Generated<number | null>
  created_at: Date
  ready_at: Generated<Date | null>
  deleted_at: Generated<Date | null>
  /** Seconds that were charged, and up to when. */
  metered_s: Generated<number>
  metered_at: Generated<Date | null>
  /** The machine's counter of time online at `metered_at`. */
  metered_online_ms: Generated<number | null>
  hold_number: Generated<number>
  kept_until: Generated<Date | null>
}
export type VolumeRow = Selectable<VolumesTable>

/** The tables of this feature. A type, not an interface, as Kysely requires. */
export type VolumeTables = {
  volumes: VolumesTable
  volume_attachments: {
    instance_id: InstanceId
    volume_id: VolumeId
    path: string
    mode: VolumeMode
  }
  volume_charges: {
    key: string
    volume_id: VolumeId
    from_at: Date
    to_at: Date
    seconds: number
    micro_usd: number
    transaction_id: string | null
  }
}
