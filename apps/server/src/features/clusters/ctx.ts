import type { ClusterId } from '@gridloom/contract/core/ids'
import type { InstancesCtx } from '../instances/index.ts'

/** The adapters that this feature makes. */
export interface ClusterAdapters {
  /** The clusters whose network this replica is measuring: one measurement would change another. */
  readonly measuring: Set<ClusterId>
}

/** The context of this feature. */
export interface ClustersCtx extends InstancesCtx, ClusterAdapters {}
