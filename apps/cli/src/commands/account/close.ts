import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { CancelledError, UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'

interface CloseOptions {
  yes?: boolean
}

export function addClose(account: Command, open: Open): void {
  account
    .command('close')
    .summary('delete your account for good')
    .description(
      'Delete your account for good. Not while an instance, a machine or a company of yours is there. ' +
        'Credit that is left is lost.',
    )
    .option('-y, --yes', 'do not ask')
    .addHelpText('after', examples('account export > everything.json', 'account close'))
    .action((options: CloseOptions, command: Command) => close(open(command), options))
}

async function close(ctx: Ctx, { yes }: CloseOptions): Promise<void> {
  const { email } = await ctx.client.accounts.details({ signal: ctx.signal })
  if (!yes) {
    if (!ctx.host.interactive) throw new UsageError('Add --yes to do it without being asked.')
    const message = `Delete the account of ${email} for good?`
    const answer = await ctx.host.prompts.confirm({ message })
    if (answer === 'no') throw new CancelledError('Nothing was deleted.')
  }
  await ctx.client.privacy.closeAccount({ signal: ctx.signal })
  ctx.credentials.tokensOf(ctx.serverUrl).clear()
  await ctx.output.result({}, () => `The account of ${email} is deleted.`)
}
