import type { KeyedLimiter } from '@gridloom/async/keyed-limiter'
import type { Machines } from '../../edge/machines.ts'
import type { BackgroundWork } from '../../platform/background-work.ts'
import type { Files } from '../../platform/files/files.ts'
import type { SecretSealer } from '../../platform/secret-sealer.ts'
import type { InstancesCtx } from '../instances/index.ts'
import type { BackupSecrets } from './restic/commands.ts'

/** The adapters that this feature makes. */
export interface BackupAdapters {
  /** Backups and restores that this replica runs. */
  readonly backupRuns: BackgroundWork
  readonly backupSecrets: SecretSealer
  /** Keys of repositories that are sealed with another password. */
  readonly backupKeys: KeyedLimiter
  /** Price of 1 GB (10⁹ bytes) for a month of 730 hours. */
  readonly backupMicroUsdPerGbMonth: number
}

/** The context of this feature. */
export interface BackupsCtx extends InstancesCtx, BackupAdapters {
  readonly files: Files
  /** Connections to machines for streams of many bytes. */
  readonly bulkMachines: Machines
}

/** Named cast: the verbs that create and change plans sealed it. */
export function secretsOf(text: string): BackupSecrets {
  return JSON.parse(text) as BackupSecrets
}
