import { offerField, offerFieldNames } from '@gridloom/contract/market/offer-fields'
import { OfferFilters } from '@gridloom/contract/market/offer-filters'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { filterParts } from './filter-parts.ts'
import { formatOfferQuery } from './format-query.ts'
import { combineQuery, parseOfferQuery, readOfferQuery } from './parse-query.ts'

describe('parseOfferQuery', () => {
  it.each([
    [
      'gpu:4090 vram>=24 price<0.5 region:EU',
      {
        ...{ gpu: '4090', vram_mib_min: 24_576, region: 'EU' },
        price_micro_usd_per_hour_max: 499_999,
      },
    ],
    ['gpu:4090,3090', { gpu: '4090,3090' }],
    ['gpu:"RTX 4090", A100', { gpu: 'RTX 4090,A100' }],
    ['-country:US country!=CN', { country_not: 'US,CN' }],
    ['-country!=DE', { country: 'DE' }],
    ['vram >= 24g ram: 500M', { vram_mib_min: 24_576, memory_mib_min: 500, memory_mib_max: 500 }],
    ['gpus=2 cores>4', { slots_min: 2, slots_max: 2, vcpus_min: 4.01 }],
    [
      'cuda>=12.4 cc=8.9',
      { cuda_min: '12.4', compute_capability_min: '8.9', compute_capability_max: '8.9' },
    ],
    ['driver>550 cuda<12.4', { driver_min: '551', cuda_max: '12.3' }],
    ['render -volumes snapshots:no', { render: 'yes', volumes: 'no', snapshots: 'no' }],
    ['isolated:any kind:gpu', { isolation: 'any', kind: 'gpu' }],
    ['image:ghcr.io/a/b:1.2', { image: 'ghcr.io/a/b:1.2' }],
    [
      'uptime>=99.9% age>30d down>=1g rtt<20',
      {
        ...{ uptime_percent_min: 99.9, age_days_min: 30.001, network_down_mbps_min: 1_000 },
        network_rtt_ms_max: 19.9,
      },
    ],
    [
      'price<=$0.28 PRICE>=0.07/h',
      { price_micro_usd_per_hour_max: 280_000, price_micro_usd_per_hour_min: 70_000 },
    ],
    ['vram>=8 vram>=24 vram<=48 vram<=80', { vram_mib_min: 24_576, vram_mib_max: 49_152 }],
    ['', {}],
  ])('reads %s', (text, filters) => {
    expect(parseOfferQuery(text)).toEqual({ filters: { isolation: 'isolated', ...filters } })
  })

  it.each([
    ['vrma>=24', 'vrma', 'did you mean vram?'],
    ['4090', '4090', 'such as gpu:4090'],
    ['gpu', 'gpu', 'gpu needs a value'],
    ['gpu: vram>=24', ':', 'a value is missing here'],
    ['gpu:4090,', ',', 'a value is missing here'],
    ['vram>=lots', 'lots', 'lots is no number'],
    ['vram>=24x', '24x', 'with one of the units'],
    ['vram>=24,48', '48', 'takes one value'],
    ['-vram>=24', '-vram', 'cannot be excluded'],
    ['gpu>4090', 'gpu', 'is a text'],
    ['gpu:"4090', '"4090', 'the closing quotation mark is missing'],
    ['country:DE country:US', 'country:US', 'separate values by commas'],
    ['kind:tpu', 'tpu', 'kind'],
    ['render:maybe', 'maybe', 'yes or no'],
    ['isolated:no', 'no', 'isolated:any'],
    ['price<0', '0', 'nothing is below'],
    ['slots>=99', '99', 'slots'],
    ['cuda>=twelve', 'twelve', 'is no version'],
    ['>=24', '>', 'write a field'],
  ])('says what is wrong with %s, and where', (text, where, problem) => {
    const parsed = parseOfferQuery(text)
    expect(parsed.problem?.text).toContain(problem)
    expect(text.slice(parsed.problem?.from, parsed.problem?.to)).toBe(where)
  })

  it('is bounded in characters and terms', () => {
    expect(parseOfferQuery('a'.repeat(501)).problem?.text).toContain('500 characters')
    expect(parseOfferQuery('vram>1 '.repeat(31)).problem?.text).toContain('30 terms')
  })

  it('reads what formatOfferQuery wrote, for all filters', () => {
    fc.assert(
      fc.property(anyFilters(), (filters) => {
        expect(readOfferQuery(formatOfferQuery(filters)).filters).toEqual(filters)
      }),
      { numRuns: 200 },
    )
  })

  it('never fails otherwise than with a problem inside the text', () => {
    const word = fc.constantFrom(...'gpu vram : >= "  , - 4090 price = < ! é'.split(' '), ' ', '"')
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(word).map((words) => words.join('')),
        ),
        (text) => {
          const { problem } = parseOfferQuery(text)
          if (problem === undefined) return
          expect(problem.from).toBeGreaterThanOrEqual(0)
          expect(problem.to).toBeGreaterThanOrEqual(problem.from)
          expect(problem.text).not.toBe('')
        },
      ),
      { numRuns: 1_000 },
    )
  })

  it('reads hostile texts in linear time', () => {
    for (const hostile of ['-', 'a:', '"', ',', ' ', 'a: ', '<', 'gpu:"a",', 'é']) {
      const startedMs = performance.now()
      readOfferQuery(hostile.repeat(100_000 / hostile.length))
      expect(performance.now() - startedMs).toBeLessThan(1_000)
    }
  })
})

describe('combineQuery', () => {
  it('lets the narrower limit count, and refuses two different lists', () => {
    const filters = OfferFilters.parse({ vram_mib_min: 8_192, country: 'DE' })
    expect(combineQuery(filters, 'vram>=24').filters).toMatchObject({ vram_mib_min: 24_576 })
    expect(combineQuery(filters, 'country:US').problem?.text).toContain('parameter country')
    expect(combineQuery(filters, 'isolated:any').filters).toMatchObject({ isolation: 'any' })
  })
})

describe('filterParts', () => {
  it('has every parameter of the contract', () => {
    const parts = filterParts.map(({ filter }) => filter).toSorted()
    expect(parts).toEqual(Object.keys(OfferFilters.shape).toSorted())
  })

  it('has no two fields with the same word or parameter', () => {
    const words = offerFieldNames.flatMap((name) => [name, ...offerField(name).aliases])
    expect(new Set(words).size).toBe(words.length)
  })
})

/** Filters as the contract allows them, each with its own kind of values. */
function anyFilters(): fc.Arbitrary<OfferFilters> {
  const text = fc
    .string({ unit: 'binary', minLength: 1, maxLength: 12 })
    .filter((each) => !/[",\p{Cc}]/u.test(each) && each.length <= 100)
  const version = fc
    .array(fc.nat(999), { minLength: 1, maxLength: 3 })
    .map((parts) => parts.join('.'))
  const number = fc.oneof(
    fc.nat(1e9),
    fc.double({ min: 0, max: 1e12, noNaN: true }),
    fc.nat(1e6).map((each) => each / 1_000),
    fc.nat(100).map((each) => each * 1_024),
  )
  const entries = filterParts.map(({ filter, field, role }) => {
    const { type } = offerField(field)
    const value: fc.Arbitrary<string | number> = {
      least: type === 'version' ? version : number,
      most: type === 'version' ? version : number,
      any_of: fc.array(text, { minLength: 1, maxLength: 3 }).map((list) => list.join(',')),
      none_of: fc.array(text, { minLength: 1, maxLength: 3 }).map((list) => list.join(',')),
      flag: fc.constantFrom('yes', 'no'),
      exact: exact[field] ?? text,
    }[role]
    const bounded: fc.Arbitrary<string | number> =
      filter === 'slots_min' ? fc.integer({ min: 1, max: 16 }) : value
    return [filter, fc.option(bounded, { nil: undefined, freq: 6 })] as const
  })
  return fc
    .record(Object.fromEntries(entries))
    .map((record) => OfferFilters.parse(JSON.parse(JSON.stringify(record))))
}

const exact: Partial<Record<string, fc.Arbitrary<string>>> = {
  kind: fc.constantFrom('gpu', 'cpu'),
  image: fc.constantFrom('debian:12', 'ghcr.io/owner/name:tag'),
  isolated: fc.constantFrom('isolated', 'any'),
}
