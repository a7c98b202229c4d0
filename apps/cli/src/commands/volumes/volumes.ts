import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { addCreateVolume } from './create.ts'
import { addListVolumes } from './list.ts'
import { addRemoveVolume } from './remove.ts'

/** Adds `volumes`: disks that outlive instances. */
export function addVolumes(program: Command, open: Open): void {
  const volumes = program
    .command('volumes')
    .summary('keep disks that outlive instances')
    .description(
      'Create disks on one machine that outlive instances. Attach them with gridloom rent --volume.',
    )
    .addHelpText(
      'after',
      examples(
        'volumes create datasets --offer 8hjkmnpq --size 100',
        'rent 8hjkmnpq --volume datasets:/data',
        'volumes list',
        'volumes rm datasets',
      ),
    )
  for (const add of [addListVolumes, addCreateVolume, addRemoveVolume]) add(volumes, open)
}
