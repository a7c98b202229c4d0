import { describe, expect, it } from 'vitest'
import { anEffect } from '../../testing/renter-samples.ts'
import { withFilters } from './offer-search.ts'
import { relaxations } from './relax.ts'

describe('relaxations', () => {
  it('describe filter, value and relaxed value in the units of the form', () => {
    const [line] = relaxations([anEffect()], { vram_mib_min: 24_576 })
    expect(line).toMatchObject({
      label: 'VRAM',
      present: 'at least 24 GiB',
      relaxed: 'at least 12 GiB',
      removed: 5,
      gained: 2,
      change: { vram_mib_min: 12_288 },
    })
  })

  it('drop a filter that no other value would relax', () => {
    const effect = anEffect({ filter: 'country', relax_to: null })
    const [line] = relaxations([effect], { country: 'DE,FR' })
    expect(line).toMatchObject({
      present: 'Germany or France',
      relaxed: 'any',
      change: { country: undefined },
    })
  })

  it('turn off the default isolation filter with “any”', () => {
    const effect = anEffect({ filter: 'isolation', relax_to: null, removed: 1 })
    const [line] = relaxations([effect], {})
    expect(line).toMatchObject({ present: 'isolated only', change: { isolation: 'any' } })
  })

  it.each([
    ['price_micro_usd_per_hour_max', 117_201, 'at most $0.12/h'],
    ['network_rtt_ms_max', 40, 'at most 40 ms'],
    ['cuda_min', '12.4', 'at least 12.4'],
    ['age_days_min', 30, 'at least 30 d'],
  ] as const)('of %s keep the exact value that includes the offer', (filter, relaxTo, text) => {
    const [line] = relaxations([anEffect({ filter, relax_to: relaxTo })], { [filter]: 5 })
    expect(line).toMatchObject({ relaxed: text, change: { [filter]: relaxTo } })
  })

  it('are sorted by offers gained, then by offers removed', () => {
    const lines = relaxations(
      [
        anEffect({ filter: 'vcpus_min', relax_to: 4, gained: 1, removed: 2 }),
        anEffect({ filter: 'disk_gb_min', relax_to: 20, gained: 4 }),
        anEffect({ filter: 'slots_min', relax_to: 1, gained: 1, removed: 9 }),
      ],
      { vcpus_min: 8, disk_gb_min: 100, slots_min: 4 },
    )
    expect(lines.map(({ filter }) => filter)).toEqual(['disk_gb_min', 'slots_min', 'vcpus_min'])
  })

  it('skip filters that remove nothing, are not set or are unknown', () => {
    const effects = [
      anEffect({ removed: 0 }),
      anEffect({ filter: 'vcpus_min' }),
      anEffect({ filter: 'phase_of_moon' }),
    ]
    expect(relaxations(effects, { vram_mib_min: 24_576 })).toEqual([])
  })

  it('change only their own filter', () => {
    const filters = { vram_mib_min: 24_576, kind: 'gpu' } as const
    const [line] = relaxations([anEffect()], filters)
    const relaxed = withFilters({ filters, sort: 'vram', page: 2 }, line?.change ?? {})
    expect(relaxed).toEqual({ filters: { vram_mib_min: 12_288, kind: 'gpu' }, sort: 'vram' })
  })
})
