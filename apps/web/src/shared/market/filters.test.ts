import { describe, expect, it } from 'vitest'
import { fromApiFilters, toApiFilters } from './filter-values.ts'
import { filterLines } from './filter-words.ts'

describe('filters of the API', () => {
  it.each([
    { kind: 'gpu', gpu_model: 'RTX 4090', slots_min: 2 },
    { vram_mib_min: 24_576, memory_mib_min: 102, vcpus_min: 0.5 },
    { disk_gb_min: 40, cpu_score_min: 1_500, network_down_mbps_min: 250 },
    { price_micro_usd_per_hour_max: 123_457 },
    { memory_mib_min: 1, price_micro_usd_per_hour_max: 1 },
  ] as const)('are the same after they were shown: %j', (filters) => {
    const back = toApiFilters(fromApiFilters(filters))
    expect(JSON.parse(JSON.stringify(back))).toEqual(filters)
  })

  it('are shown with as few digits as say the same', () => {
    expect(fromApiFilters({ memory_mib_min: 102 }).memory).toBe(0.1)
    expect(fromApiFilters({ vram_mib_min: 24_576 }).vram).toBe(24)
    expect(fromApiFilters({ price_micro_usd_per_hour_max: 600_000 }).max).toBe(0.6)
  })

  it('of 0 are none, and a disk is a whole number that can be ordered', () => {
    expect(fromApiFilters({ vram_mib_min: 0, price_micro_usd_per_hour_max: 0 })).toEqual({})
    expect(fromApiFilters({ disk_gb_min: 0.2 }).disk).toBe(1)
  })

  it('are described in the order of the fields, and 0 is none', () => {
    const filters = {
      price_micro_usd_per_hour_max: 600_000,
      country_not: 'US,CN',
      vram_mib_min: 24_576,
      vcpus_min: 0,
      cuda_min: '12.4',
      region: 'EU,NA',
      volumes: 'yes',
      kind: 'gpu',
      isolation: 'isolated',
    } as const
    expect(filterLines(filters).map(({ label, text }) => `${label} ${text}`)).toEqual([
      'Kind GPU',
      'VRAM at least 24 GiB',
      'CUDA at least 12.4',
      'Country not United States or China',
      'Region Europe or North America',
      'Price at most $0.60/h',
      'Volumes yes',
    ])
  })
})
