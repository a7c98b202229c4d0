import { describe, expect, it } from 'vitest'
import { aCpuOffer, anOffer } from '../../testing/renter-samples.ts'
import {
  allInPrice,
  formatDisk,
  formatUptime,
  hardwareName,
  measuredFigure,
  shortCpuName,
} from './offer-figures.ts'

describe('the all-in price', () => {
  it('is slot, memory and disk together', () => {
    expect(allInPrice(anOffer(), { slots: 1, diskGb: 10 })).toEqual({
      slotMicroUsdPerHour: 380_000,
      memoryMicroUsdPerHour: 32_000,
      diskMicroUsdPerHour: 2_000,
      runningMicroUsdPerHour: 414_000,
      stoppedMicroUsdPerHour: 1_000,
    })
  })

  it('counts slots and memory once for each slot, and the disk once', () => {
    const price = allInPrice(anOffer(), { slots: 2, diskGb: 10 })
    expect(price.runningMicroUsdPerHour).toBe(2 * 412_000 + 2_000)
  })

  it('is all whole micro-dollars', () => {
    const price = allInPrice(anOffer(), { slots: 3, diskGb: 7 })
    expect(Object.values(price).every(Number.isInteger)).toBe(true)
  })
})

describe('what an offer is called', () => {
  it('is its GPU where it has one', () => {
    expect(hardwareName(anOffer())).toBe('NVIDIA GeForce RTX 4090')
  })

  it('is its CPU where it has none', () => {
    expect(hardwareName(aCpuOffer())).toBe('Intel Core i7-9700K')
  })

  it.each([
    ['AMD EPYC 7543 32-Core Processor', 'AMD EPYC 7543 32-Core'],
    ['Intel(R) Xeon(R) CPU E5-2680 v4 @ 2.40GHz', 'Intel Xeon E5-2680 v4'],
    ['Apple M2', 'Apple M2'],
    ['', 'CPU'],
  ])('shortens %j to %j', (model, short) => {
    expect(shortCpuName(model)).toBe(short)
  })
})

describe('figures', () => {
  it('finds a measured one', () => {
    expect(measuredFigure(anOffer(), 'cpu_multi_mops')?.value).toBe(5_120)
  })

  it('has nothing for one that was never measured', () => {
    expect(measuredFigure(aCpuOffer(), 'cpu_multi_mops')).toBeUndefined()
  })

  it('never rounds uptime up to a hundred', () => {
    expect(formatUptime(99.99)).toBe('99.9 %')
    expect(formatUptime(100)).toBe('100 %')
  })

  it('never rounds free disk up', () => {
    expect(formatDisk(212.9)).toBe('212 GB')
    expect(formatDisk(1_319)).toBe('1.31 TB')
  })
})
