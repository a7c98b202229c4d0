import { limits } from '@gridloom/contract/core/constants'
import { OfferKind, OfferSort } from '@gridloom/contract/market/offer-filters'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { parseUsd } from '../../input/parse-usd.ts'
import { amount, oneOf, wholeNumber } from '../../input/parse-values.ts'
import { explainText } from '../../output/explain-text.ts'
import { offerTable } from '../../output/offer-table.ts'

interface OffersOptions {
  kind?: OfferKind
  gpu?: string
  slots?: number
  vramGib?: number
  vcpus?: number
  memoryGib?: number
  disk?: number
  cpuScore?: number
  downMbps?: number
  maxPrice?: number
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
        'offers --max-price 0.05 --memory-gib 8 --json',
      ),
    )
    .action((options: OffersOptions, command: Command) => showOffers(open(command), options))
}

function addFilters(command: Command): Command {
  return command
    .option('--kind <kind>', 'gpu or cpu', oneOf('--kind', OfferKind.options))
    .option('--gpu <model>', 'GPU model')
    .option('--slots <n>', 'minimum free slots', wholeNumber('--slots', 1, limits.slotsPerInstance))
    .option('--vram-gib <n>', 'minimum GPU memory', amount('--vram-gib'))
    .option('--vcpus <n>', 'minimum CPU threads', amount('--vcpus'))
    .option('--memory-gib <n>', 'minimum memory', amount('--memory-gib'))
    .option('--disk <gb>', 'minimum free disk', amount('--disk'))
    .option('--cpu-score <n>', 'minimum measured CPU speed', amount('--cpu-score'))
    .option('--down-mbps <n>', 'minimum measured download speed', amount('--down-mbps'))
    .option('--max-price <usd>', 'maximum price in US dollars per hour', (usd) =>
      parseUsd(usd, '--max-price'),
    )
    .option('--image <image>', 'only machines that have this image cached')
    .option('--not-isolated', 'include machines that are not isolated')
}

async function showOffers(ctx: Ctx, options: OffersOptions): Promise<void> {
  const query = { ...filtersOf(options), ...orderOf(options), ...availabilityOf(options) }
  const found = await ctx.client.market.search({ query, signal: ctx.signal })
  const empty = found.offers.length === 0 ? await whyEmpty(ctx, options) : ''
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

async function whyEmpty(ctx: Ctx, options: OffersOptions): Promise<string> {
  if (ctx.output.format === 'json') return ''
  const query = filtersOf(options)
  const effects = await ctx.client.market.explain({ query, signal: ctx.signal })
  const filtered = Object.values(query).some((value) => value !== undefined)
  const first = filtered ? 'No offers match these filters.' : 'No offers available right now.'
  return [first, ...(await rentedLine(ctx, options)), ...explainText(effects)].join('\n')
}

/** Prints how many offers would match if they were not rented. */
async function rentedLine(ctx: Ctx, options: OffersOptions): Promise<string[]> {
  if (options.rented) return []
  const query = { ...filtersOf(options), availability: 'rented', page_size: 1 } as const
  const { total, more } = await ctx.client.market.search({ query, signal: ctx.signal })
  if (total === 0) return []
  const matching = `${total}${more ? '+' : ''} matching ${total === 1 ? 'offer is' : 'offers are'}`
  return [`${matching} rented right now. List them: add --rented`]
}

function availabilityOf({ rented }: OffersOptions) {
  return rented ? ({ availability: 'rented' } as const) : {}
}

function filtersOf(options: OffersOptions) {
  return {
    kind: options.kind,
    gpu_model: options.gpu,
    slots_min: options.slots,
    vram_mib_min: mibOf(options.vramGib),
    vcpus_min: options.vcpus,
    memory_mib_min: mibOf(options.memoryGib),
    disk_gb_min: options.disk,
    cpu_score_min: options.cpuScore,
    network_down_mbps_min: options.downMbps,
    price_micro_usd_per_hour_max: options.maxPrice,
    image: options.image,
    isolation: options.notIsolated ? ('any' as const) : undefined,
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

function mibOf(gib: number | undefined): number | undefined {
  return gib === undefined ? undefined : gib * 1024
}
