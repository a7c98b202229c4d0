import type { Balance } from '@gridloom/contract/ledger/balance'
import { formatDuration } from '@gridloom/domain/format-duration'
import { formatPerHour, formatUsd, formatUsdExact } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import type { Draw } from '../../output/output.ts'

export function addBalance(program: Command, open: Open): void {
  program
    .command('balance')
    .summary('show your balance and spend rate')
    .description(
      'Show your available balance, funds on hold for running resources, and your spend rate.',
    )
    .addHelpText('after', examples('balance', 'balance --json'))
    .action((_options: object, command: Command) => showBalance(open(command)))
}

async function showBalance(ctx: Ctx): Promise<void> {
  const balance = await ctx.client.ledger.balance({ signal: ctx.signal })
  await ctx.output.result(balance, (draw) => balanceText(draw, balance))
}

/** Renders a balance as text. */
export function balanceText(draw: Draw, balance: Balance): string {
  return draw.facts([
    ['Available', draw.paint(formatUsd(balance.available_micro_usd), 'strong')],
    ...(balance.welcome_micro_usd > 0
      ? [['Including welcome credit', formatUsd(balance.welcome_micro_usd)] as const]
      : []),
    ['On hold', formatUsd(balance.held_micro_usd)],
    ['Spend rate', formatPerHour(balance.spend_rate_micro_usd_per_hour)],
    ['Time left', balance.lasts_s === null ? 'no active charges' : formatDuration(balance.lasts_s)],
    ...(balance.earned_micro_usd > 0
      ? [['Earned', formatUsdExact(balance.earned_micro_usd)] as const]
      : []),
    ...(balance.debt_micro_usd > 0
      ? [
          [
            'Owed',
            `${formatUsdExact(balance.debt_micro_usd)} (paid first by the next credit)`,
          ] as const,
        ]
      : []),
    ...(balance.earned_of_welcome_micro_usd > 0
      ? [
          [
            'Not paid out',
            `${formatUsdExact(balance.earned_of_welcome_micro_usd)} (earned from welcome credit)`,
          ] as const,
        ]
      : []),
  ])
}
