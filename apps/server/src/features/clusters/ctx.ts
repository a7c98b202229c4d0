import type { InstancesCtx } from '../instances/index.ts'
import type { Measuring } from './measure-throughput.ts'

/** The adapters that this feature makes. */
export interface ClusterAdapters {
  /** The clusters whose network is being measured. */
  readonly measuring: Measuring
}

/** The context of this feature. */
export interface ClustersCtx extends InstancesCtx, ClusterAdapters {}
