import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { findSnapshot } from '../../resolve/find-snapshot.ts'

export function addRenameSnapshot(snapshots: Command, open: Open): void {
  snapshots
    .command('rename')
    .argument('<snapshot>', 'name, ID, or start or end of an ID')
    .argument('<name>', 'new name')
    .summary('rename a snapshot')
    .description('Rename a snapshot.')
    .addHelpText('after', examples('snapshots rename "before the upgrade" stable'))
    .action(async (wanted: string, name: string, _options: object, command: Command) => {
      const ctx = open(command)
      const { id } = await findSnapshot(ctx, wanted)
      const call = { params: { id }, body: { name }, signal: ctx.signal }
      const snapshot = await ctx.client.snapshots.rename(call)
      await ctx.output.result(snapshot, () => `Renamed to ${snapshot.name}.`)
    })
}
