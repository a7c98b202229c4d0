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
    .argument('<usd>', 'amount in US dollars, such as 20 or 0.50')
    .summary('add credit to an account')
    .description('Add credit to an account. Retries with the same --key are applied once.')
    .option('--text <text>', "text shown on the account's statement", 'Credit from the operator')
    .option('--key <key>', 'idempotency key (default: random)')
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

interface CreditArguments {
  email: string
  microUsd: number
  options: CreditOptions
}

async function credit(ctx: Ctx, { email, microUsd, options }: CreditArguments): Promise<void> {
  const key = options.key ?? ctx.host.newKey()
  const balance = await ctx.client.ledger.credit({
    body: { email, micro_usd: microUsd, key, text: options.text },
    signal: ctx.signal,
  })
  await ctx.output.result(
    balance,
    () => `New balance of ${email}: ${formatUsd(balance.available_micro_usd)}.`,
  )
}
