import type { Offer } from '@gridloom/contract/market/offer'
import { offerField } from '@gridloom/contract/market/offer-fields'
import {
  type OfferFilterName,
  OfferFilters,
  type SortedFieldName,
  sortedFieldNames,
} from '@gridloom/contract/market/offer-filters'
import { relaxFilter } from '@gridloom/domain/explain'
import { filterPart, filterParts } from '@gridloom/domain/market/filter-parts'
import { versionNumber } from '@gridloom/domain/market/offer-versions'
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
  { gpu: '4090,a100', country_not: 'US', cuda_min: '12.2' },
  { gpu_not: 'rtx', driver_max: '550', compute_capability_min: '8.6' },
  { region: 'eu,NA', os: 'debian', arch_not: 'arm64', volumes: 'yes', clusters: 'no' },
  { model: 'model', token_price_micro_usd_per_million_max: 60_000 },
  { render: 'yes', uptime_percent_min: 90, ready_s_max: 300, age_days_min: 100 },
  { price_per_vram_gib_micro_usd_per_hour_max: 20_000, nvlink_gb_s_min: 50, slots_max: 4 },
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

it('orders by every sort, both ways, with unknown values last, and then by id', async () => {
  await using market = await withMachines()
  const all = (await setup(market)).filter((offer) => offer.isolated)
  for (const sort of sortedFieldNames) {
    for (const order of ['asc', 'desc'] as const) {
      const { offers } = await market.search({ sort, order, page: 2, page_size: 100 })
      const expected = all.toSorted(bySort(sort, order)).slice(100, 200)
      expect(
        offers.map(({ id }) => id),
        `${sort} ${order}`,
      ).toEqual(expected.map(({ id }) => id))
    }
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
  expect(beyond).toMatchObject({ offers: [], total: all.length, more: false })
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
    const set = setParts(filter).map((part) => part.filter)
    expect(effects.map((effect) => effect.filter)).toEqual(set)
    for (const name of set) {
      const others = { ...filter, [name]: name === 'isolation' ? 'any' : undefined }
      const relaxation = relaxFilter(name)
      for (const offer of all) {
        if (!passes(offer, others) || passes(offer, filter)) continue
        relaxation.add(figureOf(name, offer), offer.price_micro_usd_per_hour)
      }
      const effect = effects.find((each) => each.filter === name)
      expect(effect).toEqual(relaxation.effect())
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

function setParts(filter: OfferFilters) {
  return filterParts.filter(
    (part) => filter[part.filter] !== undefined && filter[part.filter] !== 'any',
  )
}

/** What the filters mean, on the facts that an offer shows: unknown facts pass none. */
function passes(offer: Offer, filter: OfferFilters): boolean {
  return setParts(filter).every(({ filter: name, role }) => {
    const wanted = filter[name]
    const figure = figureOf(name, offer)
    const texts = textsOf(name, offer)
    if (role === 'least') return figure !== null && figure >= limitOf(wanted, 'lowest')
    if (role === 'most') return figure !== null && figure <= limitOf(wanted, 'highest')
    if (texts.length === 0) return false
    const lists = String(wanted).toLowerCase().split(',')
    if (role === 'exact') return texts.includes(String(wanted))
    if (role === 'flag') return texts[0] === wanted
    const hasOne = texts.some((text) => lists.some((each) => mentions(text, each)))
    return hasOne === (role === 'any_of')
  })
}

/** Between the limits of letters, digits and the rest, as users read it: the seeds need no more. */
function mentions(text: string, value: string): boolean {
  const words = text.toLowerCase().split(/[^a-z0-9]+/)
  return words.includes(value)
}

function limitOf(value: unknown, missing: 'lowest' | 'highest'): number {
  return typeof value === 'number' ? value : (versionNumber(String(value), missing) ?? Number.NaN)
}

function factOf(name: OfferFilterName, offer: Offer) {
  const { field } = filterPart(name)
  const exact = {
    ...{ kind: offer.kind, gpu_model: offer.gpu_model, image: offer.images },
    isolated: offer.isolated ? 'isolated' : 'no',
  }
  return { ...offer.facts, ...exact }[field]
}

function figureOf(name: OfferFilterName, offer: Offer): number | null {
  const { field, role } = filterPart(name)
  if (role !== 'least' && role !== 'most') return null
  return numberOf(field, factOf(name, offer))
}

function numberOf(field: Parameters<typeof offerField>[0], fact: unknown): number | null {
  if (fact === null) return null
  return offerField(field).type === 'version' ? versionNumber(String(fact)) : Number(fact)
}

function textsOf(name: OfferFilterName, offer: Offer): string[] {
  const fact = factOf(name, offer)
  if (fact === null) return []
  if (typeof fact === 'boolean') return [fact ? 'yes' : 'no']
  return Array.isArray(fact) ? fact : [String(fact)]
}

function bySort(sort: SortedFieldName, order: 'asc' | 'desc') {
  const sign = order === 'asc' ? 1 : -1
  return (one: Offer, other: Offer) => {
    const [a, b] = [numberOf(sort, one.facts[sort]), numberOf(sort, other.facts[sort])]
    if (a !== b) return a === null ? 1 : b === null ? -1 : (a - b) * sign
    return one.id < other.id ? -sign : sign
  }
}

function byPrice(one: Offer, other: Offer): number {
  const difference = one.price_micro_usd_per_hour - other.price_micro_usd_per_hour
  return difference === 0 ? (one.id < other.id ? -1 : 1) : difference
}
