import type { ClusterFailure, ClusterThroughput } from '@gridloom/contract/clusters/cluster'
import type { AccountId, ClusterId } from '@gridloom/contract/core/ids'
import type { ColumnType, Generated, Selectable } from 'kysely'
import type { StoredState } from './cluster-states.ts'

type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>

interface ClustersTable {
  id: ClusterId
  account_id: AccountId
  created_by: AccountId
  name: string
  state: StoredState
  failure: NullableJson<ClusterFailure>
  /** When all nodes must be ready for the first time. */
  start_by: Date
  throughput: NullableJson<ClusterThroughput>
  created_at: Date
  ready_at: Generated<Date | null>
  ended_at: Generated<Date | null>
}
export type ClusterRow = Selectable<ClustersTable>

/** The tables of this feature. A type, not an interface, as Kysely requires. */
export type ClusterTables = { clusters: ClustersTable }
