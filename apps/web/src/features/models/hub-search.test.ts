import { describe, expect, it } from 'vitest'
import { aModel, anEndpoint, anUnservedModel, noMetrics } from '../../testing/model-samples.ts'
import { type HubSearch, hubSorts, readHubSearch } from './hub-address.ts'
import { modelsFor, sortHubBy } from './hub-search.ts'

describe('readHubSearch', () => {
  it('keeps valid parameters and drops everything else', () => {
    const all = { q: 'smol', sort: 'speed', order: 'asc', model: 'org/name' }
    expect(readHubSearch({ ...all, page: 3 })).toEqual(all)
    expect(readHubSearch({ q: '  ', sort: 'beauty', order: 'up', model: 7 })).toEqual({})
    expect(readHubSearch({ q: 70 })).toEqual({ q: '70' })
  })
})

describe('sortedBy', () => {
  it('starts in the default order of the column, reverses it, and restores it', () => {
    const once = sortHubBy({ q: 'smol' }, 'speed')
    expect(once).toEqual({ q: 'smol', sort: 'speed' })
    const twice = sortHubBy(once, 'speed')
    expect(twice).toEqual({ q: 'smol', sort: 'speed', order: 'asc' })
    expect(sortHubBy(twice, 'speed')).toEqual(once)
    expect(sortHubBy(twice, 'price')).toEqual({ q: 'smol', sort: 'price' })
  })
})

describe('modelsFor', () => {
  it('returns models that match every word, case-insensitively', () => {
    expect(namesFor({ q: 'smollm apache' })).toEqual(['SmolLM2-135M-Instruct'])
    expect(namesFor({ q: 'smollm mit' })).toEqual([])
  })

  it('sorts served models first, then by name', () => {
    expect(namesFor({})).toEqual(['Cheap', 'SmolLM2-135M-Instruct', 'Big-70B'])
    expect(namesFor({ sort: 'name' })).toEqual(['Big-70B', 'Cheap', 'SmolLM2-135M-Instruct'])
    expect(namesFor({ sort: 'machines' })[0]).toBe('Cheap')
  })

  it('sorts models without the metric last, in both directions', () => {
    for (const order of ['asc', 'desc'] as const) {
      expect(namesFor({ sort: 'price', order }).at(-1)).toBe('Big-70B')
      expect(namesFor({ sort: 'first_token', order })[0]).toBe('SmolLM2-135M-Instruct')
    }
    expect(namesFor({ sort: 'price' })[0]).toBe('Cheap')
    expect(namesFor({ sort: 'size' })[0]).toBe('Big-70B')
  })

  it('returns every model, whatever the sort', () => {
    for (const sort of hubSorts) expect(namesFor({ sort })).toHaveLength(3)
  })
})

function namesFor(search: HubSearch): string[] {
  const cheap = aModel({
    id: 'acme/Cheap',
    name: 'Cheap',
    licence: 'MIT',
    parameters: null,
    price: { input_micro_usd: 1_000, cached_micro_usd: 0, output_micro_usd: 1_000 },
    endpoints: [anEndpoint(), anEndpoint({ machine_name: 'attic' })],
    metrics: noMetrics(),
  })
  return modelsFor(search, [anUnservedModel(), aModel(), cheap]).map(({ name }) => name)
}
