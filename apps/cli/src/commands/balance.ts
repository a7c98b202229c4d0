import type { Balance } from '@gridloom/contract/ledger/balance'
import { formatPerHour, formatUsd, formatUsdExact } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Ctx, Open } from '../ctx.ts'
import { examples } from '../help.ts'
import { formatDuration } from '../output/format.ts'
import type { Draw } from '../output/output.ts'

export function addBalance(program: Command, open: Open): void {
  program
    .command('balance')
    .summary('what you have, and how fast it goes')
    .description('What you have, what is set aside for running things, and how fast it goes.')
    .addHelpText('after', examples('balance', 'balance --json'))
    .action((_options: object, command: Command) => showBalance(open(command)))
}

async function showBalance(ctx: Ctx): Promise<void> {
  const balance = await ctx.client.ledger.balance({ signal: ctx.signal })
  await ctx.output.result(balance, (draw) => balanceText(draw, balance))
}

/** A balance in words. */
export function balanceText(draw: Draw, balance: Balance): string {
  return draw.facts([
    ['Available', draw.paint(formatUsd(balance.available_micro_usd), 'strong')],
    ...(balance.welcome_micro_usd > 0
      ? [['Of it welcome credit', formatUsd(balance.welcome_micro_usd)] as const]
      : []),
    ['Set aside', formatUsd(balance.held_micro_usd)],
    ['Spending', formatPerHour(balance.burn_micro_usd_per_hour)],
    ['Lasts', balance.lasts_s === null ? 'nothing is spent' : formatDuration(balance.lasts_s)],
    ...(balance.earned_micro_usd > 0
      ? [['Earned', formatUsdExact(balance.earned_micro_usd)] as const]
      : []),
    ...(balance.earned_of_welcome_micro_usd > 0
      ? [
          [
            'Of it not paid out',
            `${formatUsdExact(balance.earned_of_welcome_micro_usd)} (paid with welcome credit)`,
          ] as const,
        ]
      : []),
  ])
}
