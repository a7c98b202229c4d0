import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { CancelledError, UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { findBackupPlan } from '../../resolve/find-backup-plan.ts'

export function addRemoveBackup(backups: Command, open: Open): void {
  backups
    .command('rm')
    .argument('<plan>', 'name, ID, or start or end of an ID')
    .summary('delete a plan with its backups')
    .description(
      "Delete a plan with all its backups. A bucket of your own stays as it is. This can't be undone.",
    )
    .option('-y, --yes', 'skip the confirmation')
    .addHelpText('after', examples('backups rm nightly --yes'))
    .action(async (wanted: string, { yes }: { yes?: boolean }, command: Command) => {
      const ctx = open(command)
      const { id, name } = await findBackupPlan(ctx, wanted)
      if (!yes) {
        if (!ctx.host.interactive || ctx.output.format === 'json')
          throw new UsageError('This deletes all its backups. Add --yes to skip the confirmation.')
        const message = `Permanently delete ${name} with all its backups?`
        if ((await ctx.host.prompts.confirm({ message })) === 'no')
          throw new CancelledError('Aborted. Nothing was deleted.')
      }
      await ctx.client.backups.remove({ params: { id }, signal: ctx.signal })
      await ctx.output.result({}, () => `Deleted ${name}.`)
    })
}
