import { describe, expect, it } from 'vitest'
import { aTemplate } from '../../testing/renter-samples.ts'
import { readOffersSearch, withoutFilters, withSearch } from './offer-search.ts'
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
const named = { template: template.id }

describe('the filters of the template in the URL', () => {
  it('apply without being in the URL', () => {
    const search = withTemplateFilters(named, values)
    expect(search).toEqual({ ...named, kind: 'gpu', vram: 24, max: 0.6 })
    expect(toAddress(search, values)).toEqual(named)
    expect(filtersFromTemplate(search, values)).toEqual(['kind', 'vram', 'max'])
  })

  it('give way to other values in the URL', () => {
    const search = withTemplateFilters({ ...named, vram: 48 }, values)
    expect(search).toMatchObject({ kind: 'gpu', vram: 48, max: 0.6 })
    expect(filtersFromTemplate(search, values)).toEqual(['kind', 'max'])
    expect(toAddress(search, values)).toEqual({ ...named, vram: 48 })
  })

  it('are named in the URL once they are removed, and stay removed', () => {
    const removed = withSearch(withTemplateFilters(named, values), { vram: undefined })
    const address = toAddress(removed, values)
    expect(address).toEqual({ ...named, without: 'vram' })
    expect(withTemplateFilters(address, values)).toEqual({ ...named, kind: 'gpu', max: 0.6 })
    const all = toAddress(withoutFilters(removed), values)
    expect(all).toEqual({ ...named, without: 'kind,vram,max' })
    expect(withTemplateFilters(all, values)).toEqual(named)
  })

  it('apply again when they are set again', () => {
    const removed = withTemplateFilters({ ...named, without: 'vram' }, values)
    expect(toAddress(withSearch(removed, { vram: 24 }), values)).toEqual(named)
  })

  it('go with the template, and others stay', () => {
    const search = withTemplateFilters({ ...named, memory: 16, vram: 48, without: 'max' }, values)
    const left = toAddress(withSearch(search, { template: undefined }), values)
    expect(left).toEqual({ memory: 16, vram: 48 })
  })

  it.each([
    { ...named },
    { ...named, without: 'kind,vram,max' },
    { ...named, vram: 8, slots: 2, sort: 'vram' },
    { ...named, without: 'max', image: 'debian:12', page: 3 },
  ] as const)('are the same after a reload: %j', (address) => {
    const search = withTemplateFilters(address, values)
    expect(toAddress(search, values)).toEqual(address)
    expect(withTemplateFilters(readOffersSearch(toAddress(search, values)), values)).toEqual(search)
  })

  it('are none without a template, or with one that needs nothing', () => {
    expect(templateFilters(undefined)).toEqual({})
    expect(withTemplateFilters(named, templateFilters(aTemplate()))).toEqual(named)
  })
})

it('drops a template that is no id', () => {
  expect(readOffersSearch({ template: 'mine', vram: 8 })).toEqual({ vram: 8 })
})
