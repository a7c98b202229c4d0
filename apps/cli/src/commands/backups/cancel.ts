import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { FailedError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { findBackupPlan } from '../../resolve/find-backup-plan.ts'

export function addCancelBackup(backups: Command, open: Open): void {
  backups
    .command('cancel')
    .argument('<plan>', 'name, ID, or start or end of an ID')
    .summary('cancel the backup or restore of a plan')
    .description('Cancel the backup or the restore that runs. Restored files stay.')
    .addHelpText('after', examples('backups cancel nightly'))
    .action(async (wanted: string, _: object, command: Command) => {
      const ctx = open(command)
      const { id, name, last_run: run } = await findBackupPlan(ctx, wanted)
      if (run === null || run.ended_at !== null)
        throw new FailedError(`No backup or restore of ${name} is running.`)
      const params = { id, run_id: run.id }
      const cancelled = await ctx.client.backups.cancel({ params, signal: ctx.signal })
      await ctx.output.result(cancelled, () => `Cancelled the ${run.kind} of ${name}.`)
    })
}
