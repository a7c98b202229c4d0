import { formatUsd } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { parseUsd } from '../../input/parse-usd.ts'

interface SettingsOptions {
  startingCredit?: number
}

export function addSettings(operator: Command, open: Open): void {
  operator
    .command('settings')
    .summary('show or change the settings')
    .description('Show the settings, or change those you specify.')
    .option('--starting-credit <usd>', 'welcome credit for new accounts', (text) =>
      parseUsd(text, '--starting-credit'),
    )
    .addHelpText('after', examples('operator settings', 'operator settings --starting-credit 5'))
    .action((options: SettingsOptions, command: Command) => settings(open(command), options))
}

async function settings(ctx: Ctx, { startingCredit }: SettingsOptions): Promise<void> {
  const now =
    startingCredit === undefined
      ? await ctx.client.operator.readSettings({ signal: ctx.signal })
      : await ctx.client.operator.writeSettings({
          body: { starting_credit_micro_usd: startingCredit },
          signal: ctx.signal,
        })
  await ctx.output.result(now, (draw) =>
    draw.facts([['Welcome credit', formatUsd(now.starting_credit_micro_usd)]]),
  )
}
