import type { AutoOrder } from '@gridloom/contract/auto-orders/auto-order'
import { formatUsd, formatUsdExact } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { formatTime, shortId } from '../../output/format.ts'
import { type ListColumn, printList } from '../../output/print-list.ts'

export function addListAutoOrders(autoOrders: Command, open: Open): void {
  autoOrders
    .command('list')
    .summary('list automatic orders')
    .description('List automatic orders, newest first, with what they rented.')
    .addHelpText('after', examples('auto-orders list', 'auto-orders list --json'))
    .action(async (_options: object, command: Command) => {
      const ctx = open(command)
      const list = await ctx.client.autoOrders.list({ signal: ctx.signal })
      const empty =
        'No automatic orders. Create one: gridloom auto-orders create <name> --query <query> --max-price <usd>'
      await printList(ctx, list, { empty, columns })
    })
}

const columns: readonly ListColumn<AutoOrder>[] = [
  { title: 'AUTO-ORDER', cutTo: 30, cell: ({ name }) => ({ text: name, tone: 'strong' }) },
  { title: 'STATE', cell: ({ state }) => state },
  { title: 'QUERY', cutTo: 40, dropRank: 2, cell: ({ query }) => query },
  {
    title: 'MAX PRICE',
    align: 'right',
    cell: ({ max_price_micro_usd_per_hour: price }) => `${formatUsdExact(price)}/h`,
  },
  {
    title: 'RENTED',
    align: 'right',
    cell: ({ placed, instances_max }) => `${placed}/${instances_max}`,
  },
  {
    title: 'COST',
    align: 'right',
    dropRank: 3,
    cell: ({ cost_micro_usd }) => formatUsd(cost_micro_usd),
  },
  { title: 'ENDS', dropRank: 1, cell: ({ ends_at }) => formatTime(ends_at) },
  { title: 'ID', dropRank: 4, cell: ({ id }) => shortId(id) },
]
