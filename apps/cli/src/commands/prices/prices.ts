import type { ClassPrices, PriceDay } from '@gridloom/contract/prices/prices'
import { formatPerHour } from '@gridloom/domain/money-format'
import { hardwareName, rentedShare } from '@gridloom/domain/prices/price-words'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { NotFoundError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { wholeNumber } from '../../input/parse-values.ts'
import { formatSince } from '../../output/format.ts'
import { type ListColumn, printList } from '../../output/print-list.ts'
import { addDownloadPrices, addPriceFiles } from './open-data.ts'

interface PricesOptions {
  days: number
}

/** Adds `prices`: what hardware costs, and what it has cost. */
export function addPrices(program: Command, open: Open): void {
  const prices = program
    .command('prices')
    .argument('[hardware]', 'words of its name, such as 4090, or cpu')
    .summary('show what hardware costs, and what it has cost')
    .description(
      'List the prices of all hardware on the market, or the days of one. A price is of one GPU with its share of the machine, or of one CPU thread with its share of the memory, for an hour, without disk.',
    )
    .option('--days <n>', 'days to show of one hardware', wholeNumber('--days', 1, 366), 30)
    .addHelpText(
      'after',
      examples(
        'prices',
        'prices 4090',
        'prices cpu --days 90 --json',
        'prices download 2026-11 --format parquet',
      ),
    )
    .action((hardware: string | undefined, options: PricesOptions, command: Command) =>
      hardware === undefined
        ? listAll(open(command))
        : listDays(open(command), hardware, options.days),
    )
  addPriceFiles(prices, open)
  addDownloadPrices(prices, open)
}

async function listAll(ctx: Ctx): Promise<void> {
  const list = await ctx.client.prices.list({ signal: ctx.signal })
  await printList(ctx, list, {
    empty: 'No prices yet. They are recorded once an hour.',
    columns: columnsAt(ctx.host.nowMs()),
  })
}

async function listDays(ctx: Ctx, wanted: string, days: number): Promise<void> {
  const all = await ctx.client.prices.list({ signal: ctx.signal })
  const words = wanted.toLowerCase()
  const [found, ...others] = all.filter(({ hardware_class: name }) =>
    name.toLowerCase().includes(words),
  )
  if (found === undefined)
    throw new NotFoundError(`No hardware on the market is called ${wanted}. See: gridloom prices`)
  const { hardware_class } = found
  const list = await ctx.client.prices.history({
    query: { hardware_class, days },
    signal: ctx.signal,
  })
  await printList(ctx, list, { empty: 'No days yet.', columns: dayColumns })
  ctx.output.note(hardwareName(hardware_class))
  for (const { hardware_class: name } of others)
    ctx.output.note(`Also matches: ${hardwareName(name)}`)
}

function columnsAt(nowMs: number): ListColumn<ClassPrices>[] {
  return [
    {
      title: 'HARDWARE',
      cutTo: 40,
      cell: ({ hardware_class: name }) => ({ text: hardwareName(name), tone: 'strong' }),
    },
    price('LOW', (each) => each.p10_micro_usd_per_hour, 3),
    price('MEDIAN', (each) => each.median_micro_usd_per_hour),
    price('HIGH', (each) => each.p90_micro_usd_per_hour, 2),
    price('PAID', (each) => each.paid_median_micro_usd_per_hour, 1),
    {
      title: 'RENTED',
      align: 'right',
      cell: ({ units_listed, units_rented }) => rentedShare(units_rented, units_listed),
    },
    {
      title: 'LAST RENTED',
      dropRank: 4,
      cell: ({ last_rented: last }) =>
        last === null
          ? '—'
          : `${formatPerHour(last.micro_usd_per_hour)}, ${formatSince(last.at, nowMs)}`,
    },
  ]
}

const dayColumns: ListColumn<PriceDay>[] = [
  { title: 'DAY', cell: ({ day }) => day },
  price('LOW', (each) => each.p10_micro_usd_per_hour),
  price('MEDIAN', (each) => each.median_micro_usd_per_hour),
  price('HIGH', (each) => each.p90_micro_usd_per_hour),
  price('PAID', (each) => each.paid_median_micro_usd_per_hour, 1),
  price('LAST RENTED', (each) => each.last_rented_micro_usd_per_hour, 2),
  {
    title: 'RENTED',
    align: 'right',
    cell: ({ unit_hours_listed, unit_hours_rented }) =>
      rentedShare(unit_hours_rented, unit_hours_listed),
  },
]

function price<T>(
  title: string,
  read: (each: T) => number | null,
  dropRank?: number,
): ListColumn<T> {
  return {
    title,
    align: 'right',
    ...(dropRank === undefined ? {} : { dropRank }),
    cell: (each) => {
      const microUsd = read(each)
      return microUsd === null ? '—' : formatPerHour(microUsd)
    },
  }
}
