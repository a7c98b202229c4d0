import type { GaslessPayment } from '@gridloom/contract/deposits/gasless'
import { formatTokenAmount } from '@gridloom/domain/wallet/token-amount'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { formatTime, shortId } from '../../output/format.ts'
import { type ListColumn, printList } from '../../output/print-list.ts'
import { chooseOne } from '../../resolve/choose-one.ts'

/** Adds `deposits gasless`: payments that their payer only signs, which the platform sends. */
export function addGasless(deposits: Command, open: Open): void {
  const gasless = deposits
    .command('gasless')
    .summary('list payments without gas')
    .description(
      'List deposits that were paid by a signature alone, newest first. They are made in the web app, with a wallet.',
    )
    .addHelpText('after', examples('deposits gasless', 'deposits gasless show 8hjkmnpq'))
    .action(async (_options: object, command: Command) => {
      const ctx = open(command)
      await printList(ctx, await read(ctx), { empty: 'No payments without gas.', columns })
    })
  gasless
    .command('show')
    .argument('<id>', 'ID, start or end of an ID')
    .summary('show a payment without gas')
    .description('Show a payment without gas: its state, its transaction, and why it failed.')
    .addHelpText('after', examples('deposits gasless show 8hjkmnpq'))
    .action((wanted: string, _options: object, command: Command) => show(open(command), wanted))
}

function read({ client, signal }: Ctx): Promise<readonly GaslessPayment[]> {
  return client.deposits.listGasless({ signal })
}

async function show(ctx: Ctx, wanted: string): Promise<void> {
  const named = (await read(ctx)).map((one) => ({ ...one, name: '' }))
  const { name: _, ...payment } = chooseOne(named, wanted, 'payment')
  await ctx.output.result(payment, (draw) =>
    draw.facts([
      ['Payment', payment.id],
      ['State', payment.state],
      ['Amount', amountOf(payment)],
      ['Network', payment.chain_name],
      ['From', payment.payer],
      ['To', payment.address],
      ['Valid until', formatTime(payment.valid_until)],
      ...(payment.reason === null ? [] : [['Reason', payment.reason] as [string, string]]),
      ...(payment.transaction_hash === null
        ? []
        : [['Transaction', payment.transaction_hash] as [string, string]]),
    ]),
  )
}

function amountOf({ amount, token_decimals: decimals, token_symbol: symbol }: GaslessPayment) {
  return `${formatTokenAmount(amount, decimals)} ${symbol}`
}

const columns: ListColumn<GaslessPayment>[] = [
  { title: 'PAYMENT', cell: ({ id }) => ({ text: shortId(id), tone: 'strong' }) },
  { title: 'STATE', cell: ({ state }) => state },
  { title: 'AMOUNT', align: 'right', cell: amountOf },
  { title: 'NETWORK', cutTo: 24, cell: ({ chain_name: name }) => name },
  { title: 'CREATED', dropRank: 2, cell: ({ created_at: at }) => formatTime(at) },
  { title: 'REASON', cutTo: 40, dropRank: 1, cell: ({ reason }) => reason ?? '' },
]
