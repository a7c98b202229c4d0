import type { BackgroundWork } from '../../platform/background-work.ts'
import type { Files } from '../../platform/files/files.ts'
import type { InstancesCtx } from '../instances/index.ts'

/** The adapters that this feature makes. */
export interface SnapshotAdapters {
  /** Snapshots that this replica is fetching from machines, or sending to them. */
  readonly snapshotTransfers: BackgroundWork
  /** Price of 1 GB (10⁹ bytes) for a month of 730 hours. */
  readonly snapshotMicroUsdPerGbMonth: number
}

/** The context of this feature. */
export interface SnapshotsCtx extends InstancesCtx, SnapshotAdapters {
  readonly files: Files
  /** Calls of many bytes, on connections of their own: no report waits behind a snapshot. */
  readonly bulkAgents: Pick<InstancesCtx['agents'], 'call' | 'download'>
}
