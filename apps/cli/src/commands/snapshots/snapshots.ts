import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { addCreateSnapshot } from './create.ts'
import { addListSnapshots } from './list.ts'
import { addRemoveSnapshot } from './remove.ts'
import { addRenameSnapshot } from './rename.ts'
import { addRentSnapshot } from './rent-snapshot.ts'

/** Adds `snapshots`: the disks of instances, stored. */
export function addSnapshots(program: Command, open: Open): void {
  const snapshots = program
    .command('snapshots')
    .summary('store disks of instances and start new ones from them')
    .description(
      'Store the files of an instance that differ from its image, and start new instances from them on any machine.',
    )
    .addHelpText(
      'after',
      examples(
        'snapshots create trial --name "before the upgrade"',
        'snapshots list',
        'snapshots rent "before the upgrade" 8hjkmnpq --label trial-2',
      ),
    )
  for (const add of [
    addListSnapshots,
    addCreateSnapshot,
    addRenameSnapshot,
    addRentSnapshot,
    addRemoveSnapshot,
  ])
    add(snapshots, open)
}
