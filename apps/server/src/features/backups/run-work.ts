import type { MachineId } from '@gridloom/contract/core/ids'
import type { Repository } from './repository/repository.ts'
import type { BackupSecrets } from './restic/commands.ts'
import type { BackupPlanRow, BackupRunRow } from './schema.ts'
import type { RunWatch } from './watch-run.ts'

/** A run with all that it needs. */
export interface RunWork {
  plan: BackupPlanRow
  run: BackupRunRow
  secrets: BackupSecrets
  place: {
    instance: { id: BackupRunRow['instance_id']; machineId: MachineId }
    repository: Repository | undefined
  }
  watch: RunWatch
}
