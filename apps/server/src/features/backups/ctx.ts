import type { Machines } from '../../edge/machines.ts'
import type { BackgroundWork } from '../../platform/background-work.ts'
import type { Files } from '../../platform/files/files.ts'
import type { SecretSealer } from '../../platform/secret-sealer.ts'
import type { InstancesCtx } from '../instances/index.ts'

/** The adapters that this feature makes. */
export interface BackupAdapters {
  /** Backups and restores that this replica runs. */
  readonly backupRuns: BackgroundWork
  readonly backupSecrets: SecretSealer
  /** Price of 1 GB (10⁹ bytes) for a month of 730 hours. */
  readonly backupMicroUsdPerGbMonth: number
}

/** The context of this feature. */
export interface BackupsCtx extends InstancesCtx, BackupAdapters {
  readonly files: Files
  /** Connections to machines for streams of many bytes. */
  readonly bulkMachines: Machines
}
