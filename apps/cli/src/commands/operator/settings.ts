import { formatFee } from '@gridloom/domain/fees'
import { formatUsd } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { parseUsd } from '../../input/parse-usd.ts'
import { numberWithin } from '../../input/parse-values.ts'

interface SettingsOptions {
  startingCredit?: number
  platformFee?: number
}

export function addSettings(operator: Command, open: Open): void {
  operator
    .command('settings')
    .summary('show or change the settings')
    .description('Show the settings, or change those you specify.')
    .option('--starting-credit <usd>', 'welcome credit for new accounts', (text) =>
      parseUsd(text, '--starting-credit'),
    )
    .option('--platform-fee <percent>', 'share of every charge, for new orders', (text) =>
      basisPoints(text),
    )
    .addHelpText(
      'after',
      examples('operator settings', 'operator settings --starting-credit 5 --platform-fee 10'),
    )
    .action((options: SettingsOptions, command: Command) => settings(open(command), options))
}

/** Parses a percentage into hundredths of a percent. */
function basisPoints(text: string): number {
  return Math.round(numberWithin('--platform-fee', 50)(text) * 100)
}

async function settings(ctx: Ctx, options: SettingsOptions): Promise<void> {
  const { startingCredit, platformFee } = options
  const body = {
    ...(startingCredit === undefined ? {} : { starting_credit_micro_usd: startingCredit }),
    ...(platformFee === undefined ? {} : { platform_fee_basis_points: platformFee }),
  }
  const isRead = Object.keys(body).length === 0
  const now = isRead
    ? await ctx.client.operator.readSettings({ signal: ctx.signal })
    : await ctx.client.operator.writeSettings({ body, signal: ctx.signal })
  await ctx.output.result(now, (draw) =>
    draw.facts([
      ['Welcome credit', formatUsd(now.starting_credit_micro_usd)],
      ['Platform fee', formatFee(now.platform_fee_basis_points)],
    ]),
  )
}
