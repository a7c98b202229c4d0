import { type OfferFilters, OfferSort } from '@gridloom/contract/market/offer-filters'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { given } from '../../input/given.ts'
import { amount, oneOf, wholeNumber } from '../../input/parse-values.ts'
import { explainText } from '../../output/explain-text.ts'
import { offerTable } from '../../output/offer-table.ts'
import { findTemplate } from '../../resolve/find-template.ts'
import { addNeedOptions, type NeedOptions, needsOf } from '../shared/need-options.ts'

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
}

export function addOffers(program: Command, open: Open): void {
  addFilters(program.command('offers'))
    .summary('browse available offers')
    .description(
      'Browse available offers, cheapest first. Prices are for one slot including its memory.',
    )
    .option('--sort <by>', OfferSort.options.join(', '), oneOf('--sort', OfferSort.options))
    .option('--rented', 'list matching offers whose slots are all rented, and since when')
    .option('--desc', 'descending order')
    .option('--page <n>', 'page number', wholeNumber('--page', 1, 100_000))
    .option('--limit <n>', 'offers per page', wholeNumber('--limit', 1, 100))
    .addHelpText(
      'after',
      examples(
        'offers',
        'offers --kind gpu --gpu 4090 --vram-gib 24 --sort price',
        'offers --template lab',
        'offers --max-price 0.05 --memory-gib 8 --json',
      ),
    )
    .action((options: OffersOptions, command: Command) => showOffers(open(command), options))
}

function addFilters(command: Command): Command {
  return addNeedOptions(command)
    .option('--template <name-or-id>', 'filters of a template, unless an option says otherwise')
    .option('--disk <gb>', 'minimum free disk', amount('--disk'))
    .option('--image <image>', 'only machines that have this image cached')
    .option('--not-isolated', 'include machines that are not isolated')
}

async function showOffers(ctx: Ctx, options: OffersOptions): Promise<void> {
  const filters = await filtersOf(ctx, options)
  const query = { ...filters, ...orderOf(options), ...availabilityOf(options) }
  const found = await ctx.client.market.search({ query, signal: ctx.signal })
  const empty = found.offers.length === 0 ? await whyEmpty(ctx, filters, options) : ''
  await ctx.output.result(
    found,
    (draw) => empty || offerTable(draw, found.offers, ctx.host.nowMs()),
  )
  const beyond = found.total - found.offers.length
  if (beyond > 0) {
    ctx.output.note(
      `${beyond}${found.more ? '+' : ''} more. Next page: --page ${(options.page ?? 1) + 1}`,
    )
  }
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

type Filters = Partial<OfferFilters>

/** The filters of the template, if one is named, under those of the options. */
async function filtersOf(ctx: Ctx, options: OffersOptions): Promise<Filters> {
  const { template } = options
  return {
    ...(template === undefined ? {} : (await findTemplate(ctx, template)).extra_filters),
    ...given({
      ...needsOf(options),
      disk_gb_min: options.disk,
      image: options.image,
      isolation: options.notIsolated ? ('any' as const) : undefined,
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
