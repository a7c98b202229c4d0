import { BenchmarkKind } from '@gridloom/contract/machines/hardware'
import { describe, expect, it } from 'vitest'
import { aMachine } from '../../testing/samples.ts'
import {
  benchmarkTexts,
  datedEarnings,
  priceDays,
  pricedSlots,
  sumFleet,
} from './machine-figures.ts'

describe('sumFleet', () => {
  it('sums earnings and slots of all machines', () => {
    const fleet = sumFleet([
      aMachine({ slots_total: 4, slots_rented: 1, earning_micro_usd_per_hour: 10 }),
      aMachine({ status: 'offline', slots_total: 2, earned_micro_usd: 700 }),
    ])
    expect(fleet).toEqual({
      machines: 2,
      online: 1,
      slotsTotal: 6,
      slotsRented: 1,
      earningMicroUsdPerHour: 10,
      earnedMicroUsd: 412_300 + 700,
    })
  })
})

describe('pricedSlots', () => {
  it('prices a CPU slot with its share of the memory', () => {
    const [slot, ...others] = pricedSlots(aMachine())
    expect(others).toEqual([])
    expect(slot?.group).toMatchObject({ kind: 'cpu', slots: 4 })
    expect(slot?.microUsdPerHour).toBeGreaterThan(31_000)
  })

  it('returns no slots before the hardware is known', () => {
    expect(pricedSlots(aMachine({ hardware: null }))).toEqual([])
  })
})

describe('priceDays', () => {
  it('finds the prices of a GPU model, and those of CPU slots', () => {
    const days = [{ day: '2026-11-01', micro_usd_per_hour: 5 }]
    const machine = aMachine({ slot_prices: [{ gpu_model: 'RTX 4090', days }] })
    expect(priceDays(machine, 'RTX 4090')).toEqual(days)
    expect(priceDays(machine, null)).toEqual([])
  })
})

describe('datedEarnings', () => {
  it('ends today (UTC), a day for each amount', () => {
    const late = Date.parse('2026-11-01T23:59:59Z')
    expect(datedEarnings({ earned_days: [7, 9] }, late)).toEqual([
      { day: '2026-10-31', micro_usd: 7 },
      { day: '2026-11-01', micro_usd: 9 },
    ])
  })
})

describe('benchmarkTexts', () => {
  it('covers every kind of benchmark', () => {
    expect(Object.keys(benchmarkTexts).toSorted()).toEqual(BenchmarkKind.options.toSorted())
  })

  it('scales units for large numbers', () => {
    expect(benchmarkTexts.disk_write_mb_s.format(1_480)).toBe('1.5 GB/s')
    expect(benchmarkTexts.network_down_mbps.format(938)).toBe('938 Mbit/s')
    expect(benchmarkTexts.cpu_multi_mops.format(5_120)).toBe('5.12k Mop/s')
  })
})
