import { formatUsd } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { parseUsd } from '../../input/parse-usd.ts'

interface RewardOptions {
  text: string
  key?: string
}

/** Adds `operator reward`. */
export function addOperatorReward(operator: Command, open: Open): void {
  operator
    .command('reward')
    .argument('<email>', 'the account')
    .argument('<usd>', 'amount in US dollars, such as 20 or 0.50')
    .summary('give an account a reward')
    .description('Give an account a reward, which it claims to its balance.')
    .requiredOption('--text <text>', 'reason, shown to the account')
    .option('--key <key>', 'idempotency key (default: random)')
    .addHelpText('after', examples('operator reward ada@example.com 5 --text "For a bug report"'))
    .action(async (email: string, usd: string, options: RewardOptions, command: Command) => {
      const ctx = open(command)
      const body = {
        email,
        micro_usd: parseUsd(usd, 'The reward'),
        key: options.key ?? ctx.host.newKey(),
        text: options.text,
      }
      const given = await ctx.client.rewards.give({ body, signal: ctx.signal })
      await ctx.output.result(given, () => `Gave ${email} ${formatUsd(given.micro_usd)}.`)
    })
}
