import type { Offer } from '@gridloom/contract/market/offer'
import { OfferFilters } from '@gridloom/contract/market/offer-filters'
import { type FilterName, relaxFilter } from '@gridloom/domain/explain'
import { expect, it } from 'vitest'
import type { z } from 'zod'
import { withMachines } from '../../../test/machines.ts'
import { seedOffers } from '../../../test/seed-offers.ts'
import { changeMachine } from '../machines/change-machine.ts'
import { explainSearch } from './explain-search.ts'
import { readOffer } from './read-offer.ts'

const asked: z.input<typeof OfferFilters>[] = [
  {},
  { kind: 'gpu' },
  { gpu_model: 'RTX 4090' },
  // Columns of whole numbers are compared with any number.
  { disk_gb_min: 100.5, cpu_score_min: 0.5, network_down_mbps_min: 99.9, memory_mib_min: 8_192.25 },
  { vram_mib_min: 24_000.5, vcpus_min: 1.5, price_micro_usd_per_hour_max: 250_000.5 },
  { disk_gb_min: 5e-324 },
  { slots_min: 3 },
  { vram_mib_min: 24_000, kind: 'gpu' },
  { vcpus_min: 8, memory_mib_min: 32_768 },
  { disk_gb_min: 500, cpu_score_min: 10_000, network_down_mbps_min: 500 },
  { price_micro_usd_per_hour_max: 300_000, memory_mib_min: 16_384 },
  { image: 'python:3', kind: 'cpu', disk_gb_min: 100 },
  { kind: 'cpu', vcpus_min: 16, memory_mib_min: 1_000_000, price_micro_usd_per_hour_max: 1 },
  { kind: 'gpu', isolation: 'any' },
]
const filters = asked.map((each) => OfferFilters.parse(each))

it('finds exactly the offers that pass every filter', async () => {
  await using market = await withMachines()
  const all = await setup(market)
  for (const filter of filters) {
    const { offers, total, more } = await market.search({ ...filter, page_size: 100 })
    const expected = all.filter((offer) => passes(offer, filter))
    expect({ total, more }).toEqual({ total: expected.length, more: false })
    const cheapest = expected.toSorted(byPrice).slice(0, 100)
    expect(offers.map((offer) => offer.id)).toEqual(cheapest.map((offer) => offer.id))
  }
})

it('orders by every sort, both ways, and then by id', async () => {
  await using market = await withMachines()
  await setup(market)
  for (const sort of ['price', 'cpu_score', 'memory', 'vram', 'disk', 'network'] as const) {
    const up = await market.search({ sort, order: 'asc', page_size: 100 })
    const last = Math.ceil(up.total / 100)
    const down = await market.search({ sort, order: 'desc', page: 1, page_size: 100 })
    const figures = up.offers.map((offer) => figureFor(sort, offer))
    expect(figures).toEqual(figures.toSorted((one, other) => one - other))
    const end = await market.search({ sort, order: 'asc', page: last, page_size: 100 })
    expect(down.offers[0]?.id).toBe(end.offers.at(-1)?.id)
  }
})

it('returns every offer on exactly one page', async () => {
  await using market = await withMachines()
  const all = (await setup(market)).filter((offer) => offer.isolated)
  const seen: string[] = []
  for (let page = 1; page <= Math.ceil(all.length / 50); page++) {
    const { offers } = await market.search({ page, page_size: 50 })
    seen.push(...offers.map((offer) => offer.id))
  }
  expect(new Set(seen).size).toBe(all.length)
  expect(seen).toHaveLength(all.length)
  const beyond = await market.search({ page: 1_000, page_size: 50 })
  expect(beyond).toEqual({ offers: [], total: all.length, more: false })
})

it('counts to 1,000 and then only reports that there are more', async () => {
  await using market = await withMachines()
  await seedOffers(market.db, { offers: 1_100, accountId: market.ctx.ids.mint('account') })
  const { total, more, offers } = await market.search()
  expect({ total, more, shown: offers.length }).toEqual({ total: 1_000, more: true, shown: 20 })
})

it('explains each filter by the same rule as the domain', async () => {
  await using market = await withMachines()
  const all = await setup(market)
  for (const filter of filters) {
    const effects = await explainSearch(market.ctx, filter)
    const judged = Object.keys(filter).filter((name) => filter[filterName(name)] !== 'any')
    expect(effects.map((effect) => effect.filter).toSorted()).toEqual(judged.toSorted())
    for (const effect of effects) {
      const name = filterName(effect.filter)
      const left = name === 'isolation' ? 'any' : undefined
      const others = { ...filter, [name]: left }
      const shutOut = all
        .filter((offer) => passes(offer, others) && !passes(offer, filter))
        .map((offer) => ({
          value: valueFor(name, offer),
          priceMicroUsdPerHour: offer.price_micro_usd_per_hour,
        }))
      expect(effect).toEqual(relaxFilter(name, shutOut))
    }
  }
})

it('reads a full offer, and one off the market with no free slots', async () => {
  await using market = await withMachines()
  const id = await market.machine()
  const offer = await market.offerOf(id)
  await market.rent(offer.id, { slots: 8 })
  expect(await readOffer(market.ctx, offer.id)).toMatchObject({ id: offer.id, slots_free: 0 })
  const other = await market.machine()
  const hidden = await market.offerOf(other)
  await changeMachine(market.provider, other, { listed: false })
  expect(await readOffer(market.ctx, hidden.id)).toMatchObject({ slots_total: 8, slots_free: 0 })
  const never = market.ctx.ids.mint('offer')
  await expect(readOffer(market.ctx, never)).rejects.toMatchObject({ code: 'not_found' })
})

type Market = Awaited<ReturnType<typeof withMachines>>

/** All offers on a market of 600 varied ones. */
async function setup(market: Market): Promise<Offer[]> {
  const accountId = market.ctx.ids.mint('account')
  await seedOffers(market.db, { offers: 600, accountId, notIsolated: 'one_in_ten' })
  const all: Offer[] = []
  for (let page = 1; page <= 6; page++) {
    all.push(...(await market.search({ page, page_size: 100, isolation: 'any' })).offers)
  }
  return all
}

function passes(offer: Offer, filter: OfferFilters): boolean {
  const least = (asked: number | undefined, has: number | null) =>
    asked === undefined || (has ?? 0) >= asked
  return (
    (filter.kind ?? offer.kind) === offer.kind &&
    (filter.gpu_model ?? offer.gpu_model) === offer.gpu_model &&
    (filter.isolation === 'any' || offer.isolated) &&
    (filter.image === undefined || offer.images.includes(filter.image)) &&
    least(filter.slots_min, offer.slots_free) &&
    least(filter.vram_mib_min, offer.vram_mib) &&
    least(filter.vcpus_min, offer.vcpus) &&
    least(filter.memory_mib_min, offer.memory_mib) &&
    least(filter.disk_gb_min, offer.disk_free_gb) &&
    least(filter.cpu_score_min, measured(offer, 'cpu_multi_mops')) &&
    least(filter.network_down_mbps_min, measured(offer, 'network_down_mbps')) &&
    offer.price_micro_usd_per_hour <= (filter.price_micro_usd_per_hour_max ?? Infinity)
  )
}

function measured(offer: Offer, kind: Offer['measured'][number]['kind']): number | null {
  return offer.measured.find((figure) => figure.kind === kind)?.value ?? null
}

function valueFor(filter: FilterName, offer: Offer): number | string | null {
  switch (filter) {
    case 'kind':
      return offer.kind
    case 'gpu_model':
      return offer.gpu_model
    case 'image':
    case 'isolation':
      return null
    case 'slots_min':
      return offer.slots_free
    case 'vram_mib_min':
      return offer.vram_mib
    case 'vcpus_min':
      return offer.vcpus
    case 'memory_mib_min':
      return offer.memory_mib
    case 'disk_gb_min':
      return offer.disk_free_gb
    case 'cpu_score_min':
      return measured(offer, 'cpu_multi_mops')
    case 'network_down_mbps_min':
      return measured(offer, 'network_down_mbps')
    case 'price_micro_usd_per_hour_max':
      return offer.price_micro_usd_per_hour
  }
}

function figureFor(
  sort: 'price' | 'cpu_score' | 'memory' | 'vram' | 'disk' | 'network',
  offer: Offer,
) {
  const names = {
    price: 'price_micro_usd_per_hour_max',
    cpu_score: 'cpu_score_min',
    memory: 'memory_mib_min',
    vram: 'vram_mib_min',
    disk: 'disk_gb_min',
    network: 'network_down_mbps_min',
  } as const
  return Number(valueFor(names[sort], offer) ?? 0)
}

/** Named cast: effects are named by the filters that were given. */
function filterName(text: string): FilterName {
  return text as FilterName
}

function byPrice(one: Offer, other: Offer): number {
  const difference = one.price_micro_usd_per_hour - other.price_micro_usd_per_hour
  return difference === 0 ? (one.id < other.id ? -1 : 1) : difference
}
