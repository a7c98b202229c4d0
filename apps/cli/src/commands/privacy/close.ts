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
    .summary('delete your account permanently')
    .description(
      'Delete your account permanently. Remove your instances, machines and companies first. ' +
        'Any remaining credit is forfeited.',
    )
    .option('-y, --yes', 'skip the confirmation')
    .addHelpText('after', examples('account export > everything.json', 'account close'))
    .action((options: CloseOptions, command: Command) => close(open(command), options))
}

async function close(ctx: Ctx, { yes }: CloseOptions): Promise<void> {
  const { email } = await ctx.client.accounts.details({ signal: ctx.signal })
  if (!yes) {
    if (!ctx.host.interactive) throw new UsageError('Add --yes to skip the confirmation.')
    const message = `Permanently delete the account ${email}?`
    const answer = await ctx.host.prompts.confirm({ message })
    if (answer === 'no') throw new CancelledError('Aborted. Nothing was deleted.')
  }
  await ctx.client.privacy.closeAccount({ signal: ctx.signal })
  ctx.credentials.tokensOf(ctx.serverUrl).clear()
  await ctx.output.result({}, () => `Deleted the account ${email}.`)
}
