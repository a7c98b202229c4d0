import type { SnapshotManifest } from '@gridloom/contract/agent/snapshots'
import type {
  AccountId,
  InstanceId,
  InstanceMoveId,
  MachineId,
  SnapshotId,
} from '@gridloom/contract/core/ids'
import type { Sha256 } from '@gridloom/contract/core/values'
import type {
  MoveFailure,
  MoveState,
  SnapshotFailure,
  SnapshotState,
} from '@gridloom/contract/snapshots/snapshot'
import type { ColumnType, Generated, Selectable } from 'kysely'
import type { InstanceTemplate } from '../instances/index.ts'

/** A manifest without its layers, which are rows. */
export type SnapshotBase = Omit<SnapshotManifest, 'layers'>

interface SnapshotsTable {
  id: SnapshotId
  account_id: AccountId
  created_by: AccountId
  name: string
  state: SnapshotState
  failure: Generated<SnapshotFailure | null>
  instance_id: InstanceId
  move_id: InstanceMoveId | null
  machine_id: MachineId
  instance_label: string
  template: ColumnType<InstanceTemplate, string, string>
  disk_gb: number
  manifest: ColumnType<SnapshotBase | null, string | null | undefined, string | null>
  raw_bytes: Generated<number>
  stored_bytes: Generated<number>
  paused_ms: Generated<number | null>
  created_at: Date
  ready_at: Generated<Date | null>
}
export type SnapshotRow = Selectable<SnapshotsTable>

interface InstanceMovesTable {
  id: InstanceMoveId
  account_id: AccountId
  created_by: AccountId
  instance_id: InstanceId
  new_instance_id: InstanceId
  snapshot_id: SnapshotId
  /** Of the instance; it passes to the new one. */
  label: string
  was_running: boolean
  state: MoveState
  failure: Generated<MoveFailure | null>
  created_at: Date
  ended_at: Generated<Date | null>
}
export type InstanceMoveRow = Selectable<InstanceMovesTable>

/** The tables of this feature. A type, not an interface, as Kysely requires. */
export type SnapshotTables = {
  snapshots: SnapshotsTable
  snapshot_layers: { id: string; account_id: AccountId; diff_id: Sha256; raw_bytes: number }
  snapshot_members: { snapshot_id: SnapshotId; position: number; layer_id: string }
  snapshot_pieces: { account_id: AccountId; sha256: Sha256; bytes: number; file_key: string }
  snapshot_layer_pieces: {
    layer_id: string
    position: number
    account_id: AccountId
    sha256: Sha256
    raw_bytes: number
  }
  snapshot_arrivals: { snapshot_id: SnapshotId; account_id: AccountId; sha256: Sha256 }
  snapshot_removals: { file_key: string; after: Date }
  snapshot_spools: { snapshot_id: SnapshotId; machine_id: MachineId; since: Date }
  instance_moves: InstanceMovesTable
}
