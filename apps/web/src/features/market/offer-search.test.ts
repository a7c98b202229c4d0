import { describe, expect, it } from 'vitest'
import {
  activeFilters,
  type OffersSearch,
  readOffersSearch,
  sortOffersBy,
  toFilters,
  toOfferQuery,
  withoutFilters,
  withSearch,
} from './offer-search.ts'

describe('reading the search parameters', () => {
  it('accepts every filter in the units that users type', () => {
    const search = readOffersSearch({
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
    })
    expect(search).toEqual({
      kind: 'gpu',
      gpu: 'RTX 4090',
      slots: 2,
      vcpus: 8,
      memory: 31.5,
      vram: 24,
      disk: 40,
      score: 2000,
      net: 500,
      max: 0.42,
      image: 'debian:12',
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
    ['a part that is not ours', { utm_source: 'mail' }],
  ])('drops %s instead of failing', (_, raw) => {
    expect(readOffersSearch(raw)).toEqual({})
  })

  it('keeps valid parameters next to invalid ones', () => {
    expect(readOffersSearch({ kind: 'cpu', max: 'cheap' })).toEqual({ kind: 'cpu' })
  })
})

describe('building the API query', () => {
  it('converts GiB to MiB and dollars to micro-dollars', () => {
    expect(toFilters({ memory: 16, vram: 24, max: 0.42 })).toEqual({
      memory_mib_min: 16_384,
      vram_mib_min: 24_576,
      price_micro_usd_per_hour_max: 420_000,
      isolation: 'isolated',
    })
  })

  it('includes machines that are not isolated only for isolation=any', () => {
    expect(toFilters(readOffersSearch({ isolation: 'any' }))).toEqual({ isolation: 'any' })
    expect(toFilters(readOffersSearch({ isolation: 'none' }))).toEqual({ isolation: 'isolated' })
  })

  it('rounds to whole micro-dollars', () => {
    expect(toFilters({ max: 0.1 + 0.2 }).price_micro_usd_per_hour_max).toBe(300_000)
  })

  it('omits an image name that the API would reject', () => {
    expect(toFilters({ image: 'Not An Image' }).image).toBeUndefined()
  })

  it('sorts by ascending price by default', () => {
    expect(toOfferQuery({})).toMatchObject({ sort: 'price', order: 'asc', page: 1 })
  })

  it('sorts by every other column in descending order', () => {
    expect(toOfferQuery({ sort: 'memory' })).toMatchObject({ sort: 'memory', order: 'desc' })
  })

  it('uses the requested order', () => {
    expect(toOfferQuery({ sort: 'memory', order: 'asc' })).toMatchObject({ order: 'asc' })
  })
})

describe('changing the search parameters', () => {
  const search: OffersSearch = { kind: 'gpu', memory: 16, sort: 'vram', page: 3, offer: 'ofr_1' }

  it('lists the filters that are set, without sort and page', () => {
    expect(activeFilters(search)).toEqual(['kind', 'memory'])
  })

  it('returns to the first page when a filter changes', () => {
    expect(withSearch(search, { memory: 32 })).not.toHaveProperty('page')
  })

  it('keeps the page when an offer is opened', () => {
    expect(withSearch(search, { offer: 'ofr_2' })).toMatchObject({ page: 3, offer: 'ofr_2' })
  })

  it('removes a filter that is set to undefined', () => {
    expect(withSearch(search, { memory: undefined })).not.toHaveProperty('memory')
  })

  it('clears every filter and keeps the sort', () => {
    expect(withoutFilters(search)).toEqual({ sort: 'vram', offer: 'ofr_1' })
  })
})

describe('clicking a column', () => {
  it('sorts by it in descending order', () => {
    expect(sortOffersBy({}, 'memory')).toEqual({ sort: 'memory' })
  })

  it('reverses the order on the second click and restores it on the third', () => {
    const twice = sortOffersBy(sortOffersBy({}, 'memory'), 'memory')
    expect(twice).toEqual({ sort: 'memory', order: 'asc' })
    expect(sortOffersBy(twice, 'memory')).toEqual({ sort: 'memory' })
  })

  it('omits default values from the URL', () => {
    expect(sortOffersBy({ sort: 'memory', order: 'asc' }, 'price')).toEqual({})
  })

  it('reverses the default sort by price', () => {
    expect(sortOffersBy({}, 'price')).toEqual({ order: 'desc' })
  })
})
