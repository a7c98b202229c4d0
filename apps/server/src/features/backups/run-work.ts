import type { Repository } from './repository/repository.ts'
import type { BackupSecrets } from './restic/commands.ts'
import type { RunSite } from './run-site.ts'
import type { BackupPlanRow, BackupRunRow } from './schema.ts'
import type { RunWatch } from './watch-run.ts'

/** A run with all that it needs. */
export interface RunWork {
  plan: BackupPlanRow
  run: BackupRunRow
  secrets: BackupSecrets
  place: {
    site: RunSite
    repository: Repository | undefined
  }
  /** What the paths of the plan are below; see `findFolder`. `undefined`: the instance does not have the volume. */
  folder: string | undefined
  watch: RunWatch
}
