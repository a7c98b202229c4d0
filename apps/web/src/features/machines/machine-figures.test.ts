import { BenchmarkKind } from '@gridloom/contract/machines/hardware'
import { describe, expect, it } from 'vitest'
import { aMachine } from '../../testing/samples.ts'
import { benchmarkTexts, pricedSlots, sumFleet } from './machine-figures.ts'

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
