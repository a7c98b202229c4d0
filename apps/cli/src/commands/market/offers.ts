import type { Offer } from '@gridloom/contract/market/offer'
import type { OfferFieldName } from '@gridloom/contract/market/offer-fields'
import { OfferSort } from '@gridloom/contract/market/offer-filters'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { given } from '../../input/given.ts'
import { oneOf, wholeNumber } from '../../input/parse-values.ts'
import { fieldText } from '../../output/field-text.ts'
import { shortId } from '../../output/format.ts'
import { offerTable } from '../../output/offer-table.ts'
import type { Draw } from '../../output/output.ts'
import { addCompare } from './compare.ts'
import { addFacets } from './facets.ts'
import {
  addFilters,
  type FilterOptions,
  type Filters,
  fieldNames,
  filtersOf,
  queryText,
} from './offer-filters.ts'
import { refuseUnreadable } from './searches.ts'
import { whyNone } from './why-none.ts'

interface OffersOptions extends FilterOptions {
  rented?: boolean
  sort?: OfferSort
  desc?: boolean
  page?: number
  limit?: number
  columns?: string
  csv?: boolean
}

export function addOffers(program: Command, open: Open): void {
  const offers = addFilters(program.command('offers'))
    .argument('[query...]', queryText)
    .summary('browse available offers')
    .description(
      'Browse available offers, cheapest first. Prices are for one slot including its memory. A query has fields with values: "gpu:4090,3090", "vram>=24", "price<0.5", "-country:US". Quote < and > for your shell.',
    )
    .option(
      '--sort <by>',
      'any field with numbers, such as price',
      oneOf('--sort', OfferSort.options),
    )
    .option('--rented', 'list matching offers whose slots are all rented, and since when')
    .option('--desc', 'descending order')
    .option('--page <n>', 'page number', wholeNumber('--page', 1, 100_000))
    .option('--limit <n>', 'offers per page', wholeNumber('--limit', 1, 100))
    .option('--columns <fields>', 'fields to show, separated by commas')
    .option('--csv', 'print all matching offers as CSV, 10,000 at most')
    .addHelpText(
      'after',
      examples(
        'offers',
        'offers gpu:4090 "price<0.5" region:EU --columns gpu,vram,cuda,price',
        'offers --kind gpu --gpu 4090 --vram-gib 24 --sort price',
        'offers --template lab',
        'offers --max-price 0.05 --memory-gib 8 --json',
      ),
    )
    .action((query: string[], options: OffersOptions, command: Command) =>
      showOffers(open(command), { ...options, query: query.join(' ') }),
    )
  addCompare(offers, open)
  addFacets(offers, open)
}

const similarTitle = 'Similar, available now, nearest first:'

type AskedOffers = OffersOptions & { query: string }

async function showOffers(ctx: Ctx, options: AskedOffers): Promise<void> {
  if (options.query !== '') refuseUnreadable(options.query)
  const names = options.columns === undefined ? undefined : fieldNames(options.columns)
  const filters = await filtersOf(ctx, options)
  if (options.csv) return printCsv(ctx, filters, options)
  const query = { ...filters, ...orderOf(options), ...availabilityOf(options) }
  const found = await ctx.client.market.search({ query, signal: ctx.signal })
  const table = (draw: Draw, offers: readonly Offer[]) =>
    tableOf(draw, offers, { names, nowMs: ctx.host.nowMs() })
  const none =
    found.offers.length === 0 && ctx.output.format === 'human'
      ? await whyNone(ctx, filters, options)
      : undefined
  await ctx.output.result(found, (draw) => {
    if (none === undefined) return table(draw, found.offers)
    const { reasons, similar } = none
    return [
      ...reasons,
      ...(similar.length > 0 ? ['', similarTitle, table(draw, similar)] : []),
    ].join('\n')
  })
  const beyond = found.total - found.offers.length
  if (beyond > 0) {
    ctx.output.note(
      `${beyond}${found.more ? '+' : ''} more. Next page: --page ${(options.page ?? 1) + 1}`,
    )
  }
}

/** The usual table, or one with the columns that were asked for. */
function tableOf(
  draw: Draw,
  offers: readonly Offer[],
  { names, nowMs }: { names: readonly OfferFieldName[] | undefined; nowMs: number },
): string {
  if (names === undefined) return offerTable(draw, offers, nowMs)
  return draw.table(
    [{ title: 'OFFER' }, ...names.map((name) => ({ title: name.toUpperCase(), cutTo: 40 }))],
    offers.map((offer) => [
      { text: shortId(offer.id), tone: 'strong' as const },
      ...names.map((name) => fieldText(offer, name)),
    ]),
  )
}

async function printCsv(ctx: Ctx, filters: Filters, options: AskedOffers): Promise<void> {
  const columns = options.columns === undefined ? undefined : fieldNames(options.columns).join(',')
  const { sort, order } = orderOf(options)
  const query = given({ ...filters, ...availabilityOf(options), sort, order, columns })
  const file = await ctx.client.market.csv({ query, signal: ctx.signal })
  const text = await new Response(file.body).text()
  await ctx.output.result({ csv: text }, () => text.trimEnd().replaceAll('\r\n', '\n'))
}

function availabilityOf({ rented }: OffersOptions) {
  return rented ? ({ availability: 'rented' } as const) : {}
}

function orderOf(options: OffersOptions) {
  return {
    sort: options.sort,
    order: options.desc ? ('desc' as const) : undefined,
    page: options.page,
    page_size: options.limit,
  }
}
