import { formatUsd } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { parseUsd } from '../../input/parse-usd.ts'

interface CreditOptions {
  text: string
  key?: string
}

export function addCredit(operator: Command, open: Open): void {
  operator
    .command('credit')
    .argument('<email>', 'the account')
    .argument('<usd>', 'dollars, like 20 or 0.50')
    .summary('give an account credit')
    .description('Give an account credit. The same --key gives it once, however often it is sent.')
    .option('--text <text>', 'what its owner reads in the ledger', 'Credit from the operator')
    .option('--key <key>', 'a key of your own (default: a new one)')
    .addHelpText(
      'after',
      examples(
        'operator credit ada@example.com 20',
        'operator credit ada@example.com 20 --key invoice-7 --text "Invoice 7"',
      ),
    )
    .action((email: string, usd: string, options: CreditOptions, command: Command) =>
      credit(open(command), { email, microUsd: parseUsd(usd, 'The credit'), options }),
    )
}

interface CreditWish {
  email: string
  microUsd: number
  options: CreditOptions
}

async function credit(ctx: Ctx, { email, microUsd, options }: CreditWish): Promise<void> {
  const key = options.key ?? ctx.host.newKey()
  const balance = await ctx.client.ledger.credit({
    body: { email, micro_usd: microUsd, key, text: options.text },
    signal: ctx.signal,
  })
  await ctx.output.result(
    balance,
    () => `${email} has ${formatUsd(balance.available_micro_usd)} now.`,
  )
}
