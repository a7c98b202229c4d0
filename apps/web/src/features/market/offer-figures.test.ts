import { describe, expect, it } from 'vitest'
import { hardwareName, shortCpuName } from '../../shared/market/hardware-name.ts'
import { aCpuOffer, anOffer } from '../../testing/renter-samples.ts'
import {
  allInPrice,
  formatDisk,
  formatFigure,
  formatUptimePercent,
  measuredFigure,
} from './offer-figures.ts'

describe('the all-in price', () => {
  it('is the sum of slot, memory and disk', () => {
    expect(allInPrice(anOffer(), { slots: 1, diskGb: 10 })).toEqual({
      slotMicroUsdPerHour: 380_000,
      memoryMicroUsdPerHour: 32_000,
      diskMicroUsdPerHour: 2_000,
      runningMicroUsdPerHour: 414_000,
      stoppedMicroUsdPerHour: 1_000,
    })
  })

  it('counts slot and memory price per slot, and the disk once', () => {
    const price = allInPrice(anOffer(), { slots: 2, diskGb: 10 })
    expect(price.runningMicroUsdPerHour).toBe(2 * 412_000 + 2_000)
  })

  it('is always in whole micro-dollars', () => {
    const price = allInPrice(anOffer(), { slots: 3, diskGb: 7 })
    expect(Object.values(price).every(Number.isInteger)).toBe(true)
  })
})

describe('a figure', () => {
  it('of a GPU keeps a decimal where it is small', () => {
    expect(formatFigure('gpu_tflops_fp32', 19.48)).toBe('19.5')
    expect(formatFigure('gpu_tflops_fp32', 104.8)).toBe('105')
    expect(formatFigure('gpu_memory_bandwidth_gb_s', 921.4)).toBe('921')
  })
})

describe('the hardware name of an offer', () => {
  it('is its GPU if it has one', () => {
    expect(hardwareName(anOffer())).toBe('NVIDIA GeForce RTX 4090')
  })

  it('is its CPU otherwise', () => {
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

describe('metrics of an offer', () => {
  it('contain a measured benchmark', () => {
    expect(measuredFigure(anOffer(), 'cpu_multi_mops')?.value).toBe(5_120)
  })

  it('have no value for a benchmark that was never measured', () => {
    expect(measuredFigure(aCpuOffer(), 'cpu_multi_mops')).toBeUndefined()
  })

  it('never round uptime up to 100 %', () => {
    expect(formatUptimePercent(99.99)).toBe('99.9 %')
    expect(formatUptimePercent(100)).toBe('100 %')
  })

  it('never round free disk up', () => {
    expect(formatDisk(212.9)).toBe('212 GB')
    expect(formatDisk(1_319)).toBe('1.31 TB')
  })
})
