import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { CancelledError, UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { findSnapshot } from '../../resolve/find-snapshot.ts'

export function addRemoveSnapshot(snapshots: Command, open: Open): void {
  snapshots
    .command('rm')
    .argument('<snapshot>', 'name, ID, or start or end of an ID')
    .summary('delete a snapshot')
    .description("Delete a snapshot, or cancel its creation. This can't be undone.")
    .option('-y, --yes', 'skip the confirmation')
    .addHelpText('after', examples('snapshots rm "before the upgrade" --yes'))
    .action(async (wanted: string, { yes }: { yes?: boolean }, command: Command) => {
      const ctx = open(command)
      const { id, name } = await findSnapshot(ctx, wanted)
      if (!yes) {
        if (!ctx.host.interactive || ctx.output.format === 'json')
          throw new UsageError('This deletes the snapshot. Add --yes to skip the confirmation.')
        const answer = await ctx.host.prompts.confirm({ message: `Permanently delete ${name}?` })
        if (answer === 'no') throw new CancelledError('Aborted. Nothing was deleted.')
      }
      await ctx.client.snapshots.remove({ params: { id }, signal: ctx.signal })
      await ctx.output.result({}, () => `Deleted ${name}.`)
    })
}
