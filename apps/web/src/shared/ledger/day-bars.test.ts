import { describe, expect, it } from 'vitest'
import { dayBars, daySummary, roundUp } from './day-bars.ts'

describe('barsOf', () => {
  it('scales the bars to the next round amount', () => {
    expect(dayBars([{ micro_usd: 3_000_000 }, { micro_usd: 0 }])).toEqual({
      topMicroUsd: 5_000_000,
      shares: [0.6, 0],
    })
  })

  it('never exceeds the chart’s top, which is at least one cent', () => {
    for (const micro_usd of [0, 1, 9_999, 10_001, 123_456_789]) {
      const { topMicroUsd, shares } = dayBars([{ micro_usd }])
      expect(topMicroUsd).toBeGreaterThanOrEqual(10_000)
      expect(shares[0]).toBeLessThanOrEqual(1)
    }
  })

  it('draws no bar for a day below zero', () => {
    expect(dayBars([{ micro_usd: -50_000 }, { micro_usd: 10_000 }]).shares).toEqual([0, 1])
  })

  it.each([
    [1, 1],
    [11, 20],
    [49, 50],
    [50, 50],
    [51, 100],
    [999_999, 1_000_000],
  ])('rounds %i up to %i', (amount, round) => {
    expect(roundUp(amount)).toBe(round)
  })
})

describe('daySummary', () => {
  const inWords = (microUsd: number) => `${microUsd / 1e6} dollars`

  it('contains the total and the day with the highest spend', () => {
    const days = [
      { day: '2026-11-19', micro_usd: 1_000_000 },
      { day: '2026-11-20', micro_usd: 3_000_000 },
    ]
    expect(daySummary(days, { of: 'Spend', inWords })).toMatch(
      /^Spend by day over 2 days: 4 dollars in total, most on .*20.* with 3 dollars$/,
    )
  })

  it('names no day if nothing was spent', () => {
    const days = [{ day: '2026-11-20', micro_usd: 0 }]
    expect(daySummary(days, { of: 'Spend', inWords })).toBe(
      'Spend by day over 1 day: 0 dollars in total',
    )
  })
})
