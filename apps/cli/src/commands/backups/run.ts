import { formatBytes } from '@gridloom/domain/format-bytes'
import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { findBackupPlan } from '../../resolve/find-backup-plan.ts'
import { untilEnded } from './until-ended.ts'

export function addRunBackup(backups: Command, open: Open): void {
  backups
    .command('run')
    .argument('<plan>', 'name, ID, or start or end of an ID')
    .summary('back up now')
    .description('Back up now. An instance must run; a volume need not be attached.')
    .option('-w, --wait', 'wait for the end')
    .addHelpText('after', examples('backups run nightly --wait'))
    .action(async (wanted: string, { wait }: { wait?: boolean }, command: Command) => {
      const ctx = open(command)
      const { id, name } = await findBackupPlan(ctx, wanted)
      const begun = await ctx.client.backups.run({ params: { id }, signal: ctx.signal })
      const run = wait ? await untilEnded(ctx, begun) : begun
      await ctx.output.result(run, () =>
        run.state === 'succeeded'
          ? `Backed up ${run.files ?? 0} files, ${formatBytes(run.bytes ?? 0)}; ${formatBytes(run.transferred_bytes)} are new.${run.message === null ? '' : `\n${run.message}`}`
          : `Backing up ${name}. Check its state: gridloom backups list`,
      )
    })
}
