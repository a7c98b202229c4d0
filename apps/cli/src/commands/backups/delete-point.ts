import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { CancelledError, UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { formatTime } from '../../output/format.ts'
import { findBackupPlan } from '../../resolve/find-backup-plan.ts'
import { findPoint } from './find-point.ts'

export function addDeletePoint(backups: Command, open: Open): void {
  backups
    .command('delete-point')
    .argument('<plan>', 'name, ID, or start or end of an ID')
    .argument('<point>', 'recovery point, as shown by backups show')
    .summary('delete one recovery point of a plan')
    .description(
      "Delete one recovery point. Files that no other point has are lost; their space is freed by the next backup. This can't be undone.",
    )
    .option('-y, --yes', 'skip the confirmation')
    .addHelpText('after', examples('backups delete-point nightly 2bbc7cfc'))
    .action(async (plan: string, wanted: string, { yes }: { yes?: boolean }, command: Command) => {
      const ctx = open(command)
      const { id, name } = await findBackupPlan(ctx, plan)
      const point = await findPoint(ctx, id, wanted)
      const what = `the recovery point of ${name} of ${formatTime(point.at)}`
      if (!yes) {
        if (!ctx.host.interactive || ctx.output.format === 'json')
          throw new UsageError('This deletes its files. Add --yes to skip the confirmation.')
        const message = `Permanently delete ${what}? Files that no other point has are lost.`
        if ((await ctx.host.prompts.confirm({ message })) === 'no')
          throw new CancelledError('Aborted. Nothing was deleted.')
      }
      const params = { id, point_id: point.id }
      await ctx.client.backups.removePoint({ params, signal: ctx.signal })
      await ctx.output.result({}, () => `Deleted ${what}. The next backup frees its space.`)
    })
}
