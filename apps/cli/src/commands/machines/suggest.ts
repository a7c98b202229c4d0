import { formatPerHour, formatUsd } from '@gridloom/domain/money-format'
import { hardwareName, suggestionText } from '@gridloom/domain/prices/price-words'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { printList } from '../../output/print-list.ts'
import { findMachine } from '../../resolve/find-machine.ts'

export function addSuggest(machines: Command, open: Open): void {
  machines
    .command('suggest')
    .argument('<machine>', 'name, ID, or start or end of an ID')
    .summary('compare the prices of a machine with the market')
    .description(
      'Compare what you ask with how much of the time hardware of the same kind was rented at each price in the last 14 days. Prices are of one GPU, or of one CPU thread, with its share of the machine.',
    )
    .addHelpText('after', examples('machines suggest tower', 'machines suggest tower --json'))
    .action((machine: string, _options: object, command: Command) =>
      suggest(open(command), machine),
    )
}

async function suggest(ctx: Ctx, wanted: string): Promise<void> {
  const { id } = await findMachine(ctx, wanted)
  const list = await ctx.client.prices.suggest({ params: { id }, signal: ctx.signal })
  await printList(ctx, list, {
    empty: 'This machine has nothing to rent out yet.',
    columns: [
      { title: 'HARDWARE', cutTo: 40, cell: (each) => hardwareName(each.hardware_class) },
      {
        title: 'YOU ASK',
        align: 'right',
        cell: (each) => formatPerHour(each.asked_micro_usd_per_hour),
      },
      {
        title: 'BEST PRICE',
        align: 'right',
        cell: ({ best }) => (best === null ? '—' : formatPerHour(best.micro_usd_per_hour)),
      },
      {
        title: 'RENTED',
        align: 'right',
        cell: ({ best }) => (best === null ? '—' : `${Math.round(best.rented_percent)} %`),
      },
      {
        title: 'A DAY',
        align: 'right',
        cell: ({ best }) => (best === null ? '—' : formatUsd(best.micro_usd_per_day)),
      },
      { title: 'SUGGESTION', cell: ({ verdict }) => verdict },
    ],
  })
  for (const suggestion of list) ctx.output.note(suggestionText(suggestion))
}
