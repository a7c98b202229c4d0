import { describe, expect, it } from 'vitest'
import { anEffect } from '../../testing/renter-samples.ts'
import { withSearch } from './offer-search.ts'
import { relaxations } from './relax.ts'

describe('relaxations', () => {
  it('describe filter, value and relaxed value in the units of the URL', () => {
    const [line] = relaxations([anEffect()], { vram: 24 })
    expect(line).toMatchObject({
      label: 'VRAM',
      present: 'at least 24 GiB',
      relaxed: 'at least 12 GiB',
      removed: 5,
      gained: 2,
      change: { vram: 12 },
    })
  })

  it('drop a filter that no other value would relax', () => {
    const effect = anEffect({ filter: 'kind', relax_to: null })
    const [line] = relaxations([effect], { kind: 'gpu' })
    expect(line).toMatchObject({ relaxed: 'any', change: { kind: undefined } })
  })

  it('turn off the default isolation filter with “any”', () => {
    const effect = anEffect({ filter: 'isolation', relax_to: null, removed: 1 })
    const [line] = relaxations([effect], {})
    expect(line).toMatchObject({ present: 'isolated only', change: { isolation: 'any' } })
  })

  it('round a relaxed price up, so that it includes the offer it is for', () => {
    const effect = anEffect({ filter: 'price_micro_usd_per_hour_max', relax_to: 117_201 })
    const [line] = relaxations([effect], { max: 0.05 })
    expect(line?.change).toEqual({ max: 0.1173 })
    expect(line?.present).toBe('at most $0.05/h')
  })

  it('round a relaxed minimum down, so that it includes the offer it is for', () => {
    const effect = anEffect({ filter: 'memory_mib_min', relax_to: 16_001 })
    const [line] = relaxations([effect], { memory: 64 })
    expect(line?.change).toEqual({ memory: 15.62 })
  })

  it('are sorted by offers gained, then by offers removed', () => {
    const lines = relaxations(
      [
        anEffect({ filter: 'vcpus_min', relax_to: 4, gained: 1, removed: 2 }),
        anEffect({ filter: 'disk_gb_min', relax_to: 20, gained: 4 }),
        anEffect({ filter: 'slots_min', relax_to: 1, gained: 1, removed: 9 }),
      ],
      { vcpus: 8, disk: 100, slots: 4 },
    )
    expect(lines.map(({ key }) => key)).toEqual(['disk', 'slots', 'vcpus'])
  })

  it('skip filters that remove nothing, are not set or are unknown', () => {
    const effects = [
      anEffect({ removed: 0 }),
      anEffect({ filter: 'vcpus_min' }),
      anEffect({ filter: 'phase_of_moon' }),
    ]
    expect(relaxations(effects, { vram: 24 })).toEqual([])
  })

  it('change only their own filter in the URL', () => {
    const search = { vram: 24, kind: 'gpu', sort: 'vram', page: 2 } as const
    const [line] = relaxations([anEffect()], search)
    expect(withSearch(search, line?.change ?? {})).toEqual({ vram: 12, kind: 'gpu', sort: 'vram' })
  })

  it('replace a text filter with a text rather than a number', () => {
    const effect = anEffect({ filter: 'gpu_model', relax_to: 'NVIDIA RTX A6000' })
    const [line] = relaxations([effect], { gpu: 'H200' })
    expect(line).toMatchObject({ present: 'H200', relaxed: 'NVIDIA RTX A6000' })
  })
})
