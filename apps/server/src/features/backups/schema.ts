import type {
  BackupDestination,
  BackupFailure,
  BackupRetention,
  BackupRun,
  BackupRunState,
  BackupSchedule,
} from '@gridloom/contract/backups/backup'
import type {
  AccountId,
  BackupPlanId,
  BackupRunId,
  InstanceId,
  VolumeId,
} from '@gridloom/contract/core/ids'
import type { ColumnType, Generated, Selectable } from 'kysely'
import type { ObjectKind } from './repository/object-address.ts'

/** A jsonb column: read as a value, written as text. */
type Json<T> = ColumnType<T, string, string>

interface BackupPlansTable {
  id: BackupPlanId
  account_id: AccountId
  created_by: AccountId
  name: string
  state: 'active' | 'deleting'
  /** Of a plan for an instance; one for a volume has the next two. */
  instance_id: InstanceId | null
  instance_label: string | null
  volume_id: Generated<VolumeId | null>
  volume_name: Generated<string | null>
  paths: Json<string[]>
  excludes: Json<string[]>
  schedule: ColumnType<BackupSchedule | null, string | null, string | null>
  retention: Json<BackupRetention>
  destination: Json<BackupDestination>
  sealed: string
  stored_bytes: Generated<number>
  stored_objects: Generated<number>
  /** Whether the next backup has to free what deleted recovery points referred to. */
  prune_due: Generated<boolean>
  next_run_at: Date | null
  last_success_at: Generated<Date | null>
  created_at: Date
}
export type BackupPlanRow = Selectable<BackupPlansTable>

interface BackupRunsTable {
  id: BackupRunId
  plan_id: BackupPlanId
  account_id: AccountId
  created_by: AccountId | null
  kind: BackupRun['kind']
  trigger: BackupRun['trigger']
  state: BackupRunState
  failure: Generated<BackupFailure | null>
  message: Generated<string | null>
  instance_id: InstanceId | null
  instance_label: string | null
  /** Of a run on a volume that no running instance has. */
  volume_id: Generated<VolumeId | null>
  volume_name: Generated<string | null>
  restore: ColumnType<BackupRun['restore'], string | null, never>
  percent: Generated<number | null>
  files: Generated<number | null>
  bytes: Generated<number | null>
  transferred_bytes: Generated<number>
  point_id: Generated<string | null>
  created_at: Date
  started_at: Generated<Date | null>
  ended_at: Generated<Date | null>
  alive_at: Generated<Date | null>
  lease: Generated<string | null>
}
export type BackupRunRow = Selectable<BackupRunsTable>

interface BackupPointsTable {
  plan_id: BackupPlanId
  id: string
  at: Date
  files: number | null
  bytes: number | null
}
export type BackupPointRow = Selectable<BackupPointsTable>

/** The tables of this feature. A type, not an interface, as Kysely requires. */
export type BackupTables = {
  backup_plans: BackupPlansTable
  backup_runs: BackupRunsTable
  backup_points: BackupPointsTable
  backup_objects: {
    plan_id: BackupPlanId
    kind: ObjectKind
    name: string
    state: 'arriving' | 'stored' | 'removing'
    bytes: Generated<number>
  }
}
