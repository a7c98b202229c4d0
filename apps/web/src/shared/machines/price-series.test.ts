import { expect, it } from 'vitest'
import { priceSeries } from './price-series.ts'

const noon = Date.parse('2026-11-23T12:00:00.000Z')

it('repeats a price until the day it changed', () => {
  const days = [
    { day: '2026-11-20', micro_usd_per_hour: 10 },
    { day: '2026-11-22', micro_usd_per_hour: 30 },
  ]
  expect(priceSeries(days, noon)).toEqual([10, 10, 30, 30])
})

it('shows 30 days at most, with the price from before them', () => {
  const days = [
    { day: '2026-09-01', micro_usd_per_hour: 10 },
    { day: '2026-11-23', micro_usd_per_hour: 20 },
  ]
  const series = priceSeries(days, noon)
  expect(series).toHaveLength(30)
  expect([series[0], series.at(-1)]).toEqual([10, 20])
})

it('is empty without a known price, and one day long for a new one', () => {
  expect(priceSeries([], noon)).toEqual([])
  expect(priceSeries([{ day: '2026-11-23', micro_usd_per_hour: 5 }], noon)).toEqual([5])
  // The clock of the page may be behind the server's.
  expect(priceSeries([{ day: '2026-11-24', micro_usd_per_hour: 5 }], noon)).toEqual([5])
})
