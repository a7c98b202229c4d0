import type { Offer } from '@gridloom/contract/market/offer'
import type { OfferFieldName } from '@gridloom/contract/market/offer-fields'
import { type OfferQuery, OfferSort } from '@gridloom/contract/market/offer-filters'
import { fieldOfWord, nearestWord } from '@gridloom/domain/market/field-words'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { given } from '../../input/given.ts'
import { amount, oneOf, wholeNumber } from '../../input/parse-values.ts'
import { explainText } from '../../output/explain-text.ts'
import { fieldText } from '../../output/field-text.ts'
import { shortId } from '../../output/format.ts'
import { offerTable } from '../../output/offer-table.ts'
import type { Draw } from '../../output/output.ts'
import { findTemplate } from '../../resolve/find-template.ts'
import { addNeedOptions, type NeedOptions, needsOf } from '../shared/need-options.ts'
import { addCompare } from './compare.ts'
import { refuseUnreadable } from './searches.ts'

interface OffersOptions extends NeedOptions {
  template?: string
  disk?: number
  image?: string
  notIsolated?: boolean
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
}

const queryText = 'fields with values, such as gpu:4090 or "vram>=24"'

type AskedOffers = OffersOptions & { query: string }

function addFilters(command: Command): Command {
  return addNeedOptions(command)
    .option('--template <name-or-id>', 'filters of a template, unless an option says otherwise')
    .option('--disk <gb>', 'minimum free disk', amount('--disk'))
    .option('--image <image>', 'only machines that have this image cached')
    .option('--not-isolated', 'include machines that are not isolated')
}

async function showOffers(ctx: Ctx, options: AskedOffers): Promise<void> {
  if (options.query !== '') refuseUnreadable(options.query)
  const names = options.columns === undefined ? undefined : fieldNames(options.columns)
  const filters = await filtersOf(ctx, options)
  if (options.csv) return printCsv(ctx, filters, options)
  const query = { ...filters, ...orderOf(options), ...availabilityOf(options) }
  const found = await ctx.client.market.search({ query, signal: ctx.signal })
  const empty = found.offers.length === 0 ? await whyEmpty(ctx, filters, options) : ''
  await ctx.output.result(
    found,
    (draw) => empty || tableOf(draw, found.offers, { names, nowMs: ctx.host.nowMs() }),
  )
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

function fieldNames(list: string): OfferFieldName[] {
  return list.split(',').map((word) => {
    const name = fieldOfWord(word.trim())
    if (name !== undefined) return name
    const near = nearestWord(word.trim())
    const hint = near === undefined ? '' : ` Did you mean ${near}?`
    throw new UsageError(`${word.trim()} is no field of offers.${hint}`)
  })
}

async function printCsv(ctx: Ctx, filters: Filters, options: AskedOffers): Promise<void> {
  const columns = options.columns === undefined ? undefined : fieldNames(options.columns).join(',')
  const { sort, order } = orderOf(options)
  const query = given({ ...filters, ...availabilityOf(options), sort, order, columns })
  const file = await ctx.client.market.csv({ query, signal: ctx.signal })
  const text = await new Response(file.body).text()
  await ctx.output.result({ csv: text }, () => text.trimEnd().replaceAll('\r\n', '\n'))
}

async function whyEmpty(ctx: Ctx, query: Filters, options: OffersOptions): Promise<string> {
  if (ctx.output.format === 'json') return ''
  const effects = await ctx.client.market.explain({ query, signal: ctx.signal })
  const filtered = Object.values(query).some((value) => value !== undefined)
  const first = filtered ? 'No offers match these filters.' : 'No offers available right now.'
  return [first, ...(await rentedLine(ctx, query, options)), ...explainText(effects)].join('\n')
}

/** Prints how many offers would match if they were not rented. */
async function rentedLine(
  ctx: Ctx,
  filters: Filters,
  { rented }: OffersOptions,
): Promise<string[]> {
  if (rented) return []
  const query = { ...filters, availability: 'rented', page_size: 1 } as const
  const { total, more } = await ctx.client.market.search({ query, signal: ctx.signal })
  if (total === 0) return []
  const matching = `${total}${more ? '+' : ''} matching ${total === 1 ? 'offer is' : 'offers are'}`
  return [`${matching} rented right now. List them: add --rented`]
}

function availabilityOf({ rented }: OffersOptions) {
  return rented ? ({ availability: 'rented' } as const) : {}
}

type Filters = Partial<OfferQuery>

/** The filters of the template, if one is named, under those of the options. */
async function filtersOf(ctx: Ctx, options: AskedOffers): Promise<Filters> {
  const { template } = options
  return {
    ...(template === undefined ? {} : (await findTemplate(ctx, template)).extra_filters),
    ...given({
      ...needsOf(options),
      disk_gb_min: options.disk,
      image: options.image,
      isolation: options.notIsolated ? ('any' as const) : undefined,
      q: options.query === '' ? undefined : options.query,
    }),
  }
}

function orderOf(options: OffersOptions) {
  return {
    sort: options.sort,
    order: options.desc ? ('desc' as const) : undefined,
    page: options.page,
    page_size: options.limit,
  }
}
