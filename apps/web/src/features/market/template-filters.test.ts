import { describe, expect, it } from 'vitest'
import { aTemplate } from '../../testing/renter-samples.ts'
import { readOffersSearch, withFilters, withSearch } from './offer-search.ts'
import {
  filtersFromTemplate,
  templateFilters,
  toAddress,
  withTemplateFilters,
} from './template-filters.ts'

const template = aTemplate({
  extra_filters: { kind: 'gpu', vram_mib_min: 24_576, price_micro_usd_per_hour_max: 600_000 },
})
const values = templateFilters(template)
const named = { template: template.id, filters: {} }
const [vram, max] = [{ vram_mib_min: 24_576 }, { price_micro_usd_per_hour_max: 600_000 }]
const more = { vram_mib_min: 49_152 }

describe('the filters of the template in the URL', () => {
  it('apply without being in the URL', () => {
    const search = withTemplateFilters(named, values)
    expect(search).toEqual({ ...named, filters: { kind: 'gpu', ...vram, ...max } })
    expect(toAddress(search, values)).toEqual({ template: template.id })
    expect(filtersFromTemplate(search, values)).toEqual([
      'kind',
      'vram_mib_min',
      'price_micro_usd_per_hour_max',
    ])
  })

  it('give way to other values in the URL', () => {
    const search = withTemplateFilters({ ...named, filters: more }, values)
    expect(search.filters).toEqual({ kind: 'gpu', ...more, ...max })
    expect(filtersFromTemplate(search, values)).toEqual(['kind', 'price_micro_usd_per_hour_max'])
    expect(toAddress(search, values)).toEqual({ template: template.id, q: 'vram>=48' })
  })

  it('are named in the URL once they are removed, and stay removed', () => {
    const removed = withFilters(withTemplateFilters(named, values), { vram_mib_min: undefined })
    const address = toAddress(removed, values)
    expect(address).toEqual({ template: template.id, without: 'vram_mib_min' })
    const again = withTemplateFilters(readOffersSearch(address), values)
    expect(again).toEqual({ ...named, filters: { kind: 'gpu', ...max } })
    const all = toAddress(withSearch(removed, { filters: {} }), values)
    expect(all.without).toBe('kind,vram_mib_min,price_micro_usd_per_hour_max')
    expect(withTemplateFilters(readOffersSearch(all), values)).toEqual(named)
  })

  it('apply again when they are set again', () => {
    const removed = withTemplateFilters({ ...named, without: 'vram_mib_min' }, values)
    expect(toAddress(withFilters(removed, vram), values)).toEqual({ template: template.id })
  })

  it('stay removed in links from before the text query', () => {
    const search = withTemplateFilters({ ...named, without: 'kind,max' }, values)
    expect(search.filters).toEqual(vram)
  })

  it('go with the template, and others stay', () => {
    const filters = { memory_mib_min: 16_384, ...more }
    const search = withTemplateFilters({ ...named, filters, without: 'kind,max' }, values)
    const left = toAddress(withSearch(search, { template: undefined }), values)
    expect(left).toEqual({ q: 'vram>=48 memory>=16' })
  })

  it.each([
    {},
    { without: 'kind,vram_mib_min,price_micro_usd_per_hour_max' },
    { q: 'slots>=2 vram>=8', sort: 'vram' },
    { without: 'price_micro_usd_per_hour_max', q: 'image:debian:12', page: 3 },
  ] as const)('are the same after a reload: %j', (others) => {
    const address = { template: template.id, ...others }
    const search = withTemplateFilters(readOffersSearch(address), values)
    expect(toAddress(search, values)).toEqual(address)
    expect(withTemplateFilters(readOffersSearch(toAddress(search, values)), values)).toEqual(search)
  })

  it('can be of every field of the market', () => {
    const every = { cuda_min: '12.4', region: 'EU', country_not: 'US', render: 'yes' } as const
    const needs = templateFilters(aTemplate({ extra_filters: { ...every, vcpus_min: 0 } }))
    const search = withTemplateFilters(named, needs)
    expect(search.filters).toEqual(every)
    expect(toAddress(search, needs)).toEqual({ template: template.id })
  })

  it('are none without a template, or with one that needs nothing', () => {
    expect(templateFilters(undefined)).toEqual({})
    expect(withTemplateFilters(named, templateFilters(aTemplate()))).toEqual(named)
  })
})

it('drops a template that is no id', () => {
  expect(readOffersSearch({ template: 'mine', q: 'slots>=2' })).toEqual({
    filters: { slots_min: 2 },
  })
})
