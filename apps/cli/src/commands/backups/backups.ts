import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { addCancelBackup } from './cancel.ts'
import { addCreateBackup } from './create.ts'
import { addDeletePoint } from './delete-point.ts'
import { addListBackups } from './list.ts'
import { addBackupPassword } from './password.ts'
import { addRemoveBackup } from './remove.ts'
import { addRestoreBackup } from './restore.ts'
import { addRunBackup } from './run.ts'
import { addShowBackup } from './show.ts'
import { addUpdateBackup } from './update.ts'

/** Adds `backups`: encrypted backups of files of instances. */
export function addBackups(program: Command, open: Open): void {
  const backups = program
    .command('backups')
    .summary('back up files of instances, and restore them')
    .description(
      'Back up paths of instances, encrypted, on a schedule, with Gridloom or in a bucket of your own, and restore them into any running instance or volume.',
    )
    .addHelpText(
      'after',
      examples(
        'backups create nightly training /data --at "0 3 * * *" --time-zone Europe/Berlin',
        'backups run nightly --wait',
        'backups show nightly',
        'backups restore nightly other --to /restored --wait',
        'backups restore nightly --volume datasets --wait',
      ),
    )
  for (const add of [
    addListBackups,
    addCreateBackup,
    addShowBackup,
    addUpdateBackup,
    addRunBackup,
    addRestoreBackup,
    addCancelBackup,
    addBackupPassword,
    addDeletePoint,
    addRemoveBackup,
  ])
    add(backups, open)
}
