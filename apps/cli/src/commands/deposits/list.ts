import type { Deposit } from '@gridloom/contract/deposits/deposit'
import { formatUsdExact } from '@gridloom/domain/money-format'
import { formatTokenAmount } from '@gridloom/domain/wallet/token-amount'
import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { formatTime, shortId } from '../../output/format.ts'
import { type ListColumn, printList } from '../../output/print-list.ts'

export function addListDeposits(deposits: Command, open: Open): void {
  deposits
    .command('list')
    .summary('list deposits')
    .description('List deposits, newest first, with their confirmations.')
    .addHelpText('after', examples('deposits list', 'deposits list --json'))
    .action(async (_options: object, command: Command) => {
      const ctx = open(command)
      const list = await ctx.client.deposits.list({ signal: ctx.signal })
      await printList(ctx, list, {
        empty: 'No deposits. Your address: gridloom deposits address',
        columns,
      })
    })
}

const columns: ListColumn<Deposit>[] = [
  { title: 'DEPOSIT', cell: ({ id }) => ({ text: shortId(id), tone: 'strong' }) },
  { title: 'STATE', cell: stateOf },
  {
    title: 'AMOUNT',
    align: 'right',
    cell: ({ amount, token_decimals: decimals, token_symbol: symbol }) =>
      decimals === null ? 'another token' : `${formatTokenAmount(amount, decimals)} ${symbol}`,
  },
  {
    title: 'CREDITED',
    align: 'right',
    cell: ({ credited_micro_usd: amount }) => (amount === null ? '' : formatUsdExact(amount)),
  },
  { title: 'NETWORK', cutTo: 24, cell: ({ chain_name: name }) => name },
  { title: 'SEEN', dropRank: 2, cell: ({ seen_at: at }) => formatTime(at) },
  { title: 'TRANSACTION', dropRank: 1, cell: ({ transaction_hash: hash }) => hash },
]

function stateOf({ state, rejection, confirmations, confirmations_needed: needed }: Deposit) {
  if (rejection !== null) return `${state} (${rejection})`
  if (state !== 'confirming' || needed === null) return state
  return `${state} ${Math.min(confirmations, needed)}/${needed}`
}
