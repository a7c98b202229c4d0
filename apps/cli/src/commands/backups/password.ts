import { NewBackupPassword } from '@gridloom/contract/backups/backup'
import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { usageProblem } from '../../input/usage-problem.ts'
import { findBackupPlan } from '../../resolve/find-backup-plan.ts'
import { secretIn } from './plan-options.ts'

export function addBackupPassword(backups: Command, open: Open): void {
  backups
    .command('password')
    .argument('<plan>', 'name, ID, or start or end of an ID')
    .summary('change the password of a plan')
    .description(
      'Change the password of a plan: the old one opens its backups no longer. The key that encrypts the files stays. For a bucket of your own, change it there with restic first; this stores it.',
    )
    .option('--password-file <file>', 'file with the new password (default: one is made)')
    .addHelpText(
      'after',
      examples('backups password nightly', 'backups password own --password-file new.txt'),
    )
    .action(
      async (wanted: string, { passwordFile }: { passwordFile?: string }, command: Command) => {
        const ctx = open(command)
        const { id, name } = await findBackupPlan(ctx, wanted)
        const parsed = NewBackupPassword.safeParse(
          passwordFile === undefined ? {} : { password: await secretIn(ctx, passwordFile) },
        )
        if (!parsed.success) throw usageProblem(parsed.error)
        const call = { params: { id }, body: parsed.data, signal: ctx.signal }
        const changed = await ctx.client.backups.changePassword(call)
        const { password } = changed
        if (password !== null)
          ctx.output.note("Save this password now. You won't be able to see it again:")
        await ctx.output.result(changed, () => password ?? `Changed the password of ${name}.`)
      },
    )
}
