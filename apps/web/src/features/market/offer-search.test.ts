import { offerFieldNames } from '@gridloom/contract/market/offer-fields'
import { describe, expect, it } from 'vitest'
import { sampleId } from '../../testing/samples.ts'
import { isSorted } from './columns/field-order.ts'
import {
  comparedOffers,
  isFiltered,
  type OffersSearch,
  readOffersSearch,
  sortOffersBy,
  toFilters,
  toOfferQuery,
  withFilters,
  withSearch,
  writeOffersSearch,
} from './offer-search.ts'

describe('reading the search parameters', () => {
  it('reads the text query as filters', () => {
    const { filters } = readOffersSearch({ q: 'gpu:4090 vram>=24 price<0.5 isolated:any' })
    expect(filters).toEqual({
      gpu: '4090',
      vram_mib_min: 24_576,
      price_micro_usd_per_hour_max: 499_999,
      isolation: 'any',
    })
  })

  it.each(['vram>=24', 'gpu:4090 price<0.5', '-country:US region:EU', 'isolated:any', 'slots=2'])(
    'writes the query %s as it was',
    (q) => {
      expect(writeOffersSearch(readOffersSearch({ q, page: 2 }))).toEqual({ q, page: 2 })
    },
  )

  it('keeps a query that cannot be read, with the place, and filters by nothing', () => {
    const search = readOffersSearch({ q: 'pric<0.5' })
    expect(search.filters).toEqual({})
    expect(search.broken).toMatchObject({ text: 'pric<0.5', problem: { from: 0, to: 4 } })
    expect(writeOffersSearch(search)).toEqual({ q: 'pric<0.5' })
  })

  it('accepts every parameter of links from before the text query', () => {
    const { filters } = readOffersSearch({
      kind: 'gpu',
      gpu: ' RTX 4090 ',
      slots: 2,
      vcpus: '8',
      memory: '31.5',
      vram: 24,
      disk: '40',
      score: 2000,
      net: 500,
      max: '0.42',
      image: 'debian:12',
      isolation: 'any',
    })
    expect(filters).toEqual({
      kind: 'gpu',
      gpu_model: 'RTX 4090',
      slots_min: 2,
      vcpus_min: 8,
      memory_mib_min: 32_256,
      vram_mib_min: 24_576,
      disk_gb_min: 40,
      cpu_score_min: 2_000,
      network_down_mbps_min: 500,
      price_micro_usd_per_hour_max: 420_000,
      image: 'debian:12',
      isolation: 'any',
    })
  })

  it('lets the query count where an earlier parameter contradicts it', () => {
    expect(readOffersSearch({ q: 'kind:cpu', kind: 'gpu', vram: 8 }).filters).toEqual({
      kind: 'cpu',
      vram_mib_min: 8_192,
    })
  })

  it.each([
    ['a kind that does not exist', { kind: 'tpu' }],
    ['a number that is none', { memory: 'much' }],
    ['a negative number', { vcpus: -4 }],
    ['zero', { max: 0 }],
    ['a broken disk size', { disk: 1.5 }],
    ['more slots than an order may have', { slots: 99 }],
    ['a sort that does not exist', { sort: 'luck' }],
    ['an empty word', { gpu: '   ' }],
    ['an image name that the API would reject', { image: 'Not An Image' }],
    ['a part that is not ours', { utm_source: 'mail' }],
  ])('drops %s instead of failing', (_, raw) => {
    expect(readOffersSearch(raw)).toEqual({ filters: {} })
  })

  it('knows the earlier name of a sort', () => {
    expect(readOffersSearch({ sort: 'network' }).sort).toBe('down')
  })

  it('reads up to five offers to compare, and leaves out what is no id', () => {
    const ids = [1, 2, 3, 4, 5, 6].map((n) => sampleId('ofr', n))
    expect(comparedOffers({ compare: ['nonsense', ids[0], ...ids].join(',') })).toEqual(
      ids.slice(0, 5),
    )
  })
})

describe('building the API query', () => {
  it('includes machines that are not isolated only where it is asked for', () => {
    expect(toFilters({ filters: {} })).toEqual({ isolation: 'isolated' })
    expect(toFilters({ filters: { isolation: 'any' } })).toEqual({ isolation: 'any' })
    expect(isFiltered({ filters: { isolation: 'any' } })).toBe(false)
  })

  it('sorts by ascending price by default', () => {
    const query = toOfferQuery({ filters: {} })
    expect(query).toMatchObject({ sort: 'price', order: 'asc', page: 1 })
  })

  it('begins every sort with the best', () => {
    const ascending = offerFieldNames
      .filter(isSorted)
      .filter((sort) => toOfferQuery({ filters: {}, sort }).order === 'asc')
    expect(ascending).toContain('rtt')
    expect(ascending).toContain('ready')
    expect(ascending).not.toContain('memory')
  })

  it('uses the requested order', () => {
    const search = { filters: {}, sort: 'memory', order: 'asc' } as const
    expect(toOfferQuery(search)).toMatchObject({ order: 'asc' })
  })
})

describe('changing the search parameters', () => {
  const search: OffersSearch = {
    ...{ filters: { kind: 'gpu', memory_mib_min: 16_384 }, sort: 'vram', page: 3, offer: 'ofr_1' },
  }

  it('returns to the first page when a filter changes', () => {
    expect(withFilters(search, { memory_mib_min: 32_768 })).not.toHaveProperty('page')
  })

  it('keeps the page when an offer is opened', () => {
    expect(withSearch(search, { offer: 'ofr_2' })).toMatchObject({ page: 3, offer: 'ofr_2' })
  })

  it('removes a filter that is set to undefined', () => {
    expect(withFilters(search, { memory_mib_min: undefined }).filters).toEqual({ kind: 'gpu' })
  })

  it('clears every filter and keeps the sort', () => {
    expect(withSearch(search, { filters: {} })).toEqual({
      filters: {},
      sort: 'vram',
      offer: 'ofr_1',
    })
  })

  it('replaces a query that cannot be read', () => {
    const broken = readOffersSearch({ q: 'pric<0.5' })
    expect(writeOffersSearch(withFilters(broken, { kind: 'cpu' }))).toEqual({ q: 'kind:cpu' })
  })
})

describe('clicking a column', () => {
  const filters = {}

  it('sorts by it in descending order', () => {
    expect(sortOffersBy({ filters }, 'memory')).toEqual({ filters, sort: 'memory' })
  })

  it('reverses the order on the second click and restores it on the third', () => {
    const twice = sortOffersBy(sortOffersBy({ filters }, 'memory'), 'memory')
    expect(twice).toEqual({ filters, sort: 'memory', order: 'asc' })
    expect(sortOffersBy(twice, 'memory')).toEqual({ filters, sort: 'memory' })
  })

  it('omits default values from the URL', () => {
    expect(sortOffersBy({ filters, sort: 'memory', order: 'asc' }, 'price')).toEqual({ filters })
  })

  it('reverses the default sort by price', () => {
    expect(sortOffersBy({ filters }, 'price')).toEqual({ filters, order: 'desc' })
  })
})
