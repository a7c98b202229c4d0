import { formatUsdExact } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { chooseOne } from '../../resolve/choose-one.ts'

export function addCancelPayout(payouts: Command, open: Open): void {
  payouts
    .command('cancel')
    .argument('<payout>', 'ID, start or end of an ID')
    .summary('cancel a payout that waits for approval')
    .description('Cancel a payout that waits for approval. Its money returns to your earnings.')
    .addHelpText('after', examples('payouts cancel 8hjkmnpq'))
    .action(async (wanted: string, _options: object, command: Command) => {
      const ctx = open(command)
      const { signal } = ctx
      const { payouts: all } = await ctx.client.payouts.list({ signal })
      const named = all.map((one) => ({ ...one, name: '' }))
      const { id } = chooseOne(named, wanted, 'payout')
      const ended = await ctx.client.payouts.cancel({ params: { id }, signal })
      await ctx.output.result(
        ended,
        () => `Cancelled. ${formatUsdExact(ended.micro_usd)} are back in your earnings.`,
      )
    })
}
