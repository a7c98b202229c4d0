import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lastDays, periodAmounts, periodStarts } from './period-amounts.ts'

const anyTime = fc
  .integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2040, 0, 1) })
  .map((ms) => new Date(ms))

describe('periods', () => {
  it('begin today, on Monday and on the first of the month', () => {
    const friday = new Date('2026-11-27T23:59:59.999Z')
    expect(periodStarts(friday)).toEqual({
      today: '2026-11-27',
      week: '2026-11-23',
      month: '2026-11-01',
    })
  })

  it('begin on the day itself where it is a Monday and a first', () => {
    const monday = new Date('2027-02-01T00:00:00.000Z')
    expect(periodStarts(monday)).toEqual({
      today: '2027-02-01',
      week: '2027-02-01',
      month: '2027-02-01',
    })
  })

  it('have a week of at most seven days, which begins on a Monday', () => {
    fc.assert(
      fc.property(anyTime, (now) => {
        const { week, today } = periodStarts(now)
        expect(new Date(week).getUTCDay()).toBe(1)
        const days = (Date.parse(today) - Date.parse(week)) / 86_400_000
        expect(days).toBeGreaterThanOrEqual(0)
        expect(days).toBeLessThan(7)
      }),
    )
  })
})

describe('amounts', () => {
  const now = new Date('2026-11-27T12:00:00.000Z')

  it('count in each period that has their day', () => {
    const days = [
      { day: '2026-10-31', microUsd: 1 },
      { day: '2026-11-01', microUsd: 20 },
      { day: '2026-11-22', microUsd: 300 },
      { day: '2026-11-23', microUsd: 4_000 },
      { day: '2026-11-27', microUsd: 50_000 },
    ]
    expect(periodAmounts(days, now)).toEqual({
      today_micro_usd: 50_000,
      week_micro_usd: 54_000,
      month_micro_usd: 54_320,
    })
  })

  it('of today are part of the week and of the month', () => {
    const day = fc.constantFrom(...lastDays(now, 60))
    const amounts = fc.array(fc.record({ day, microUsd: fc.nat(1_000_000_000) }))
    fc.assert(
      fc.property(amounts, (days) => {
        const sums = periodAmounts(days, now)
        expect(sums.today_micro_usd).toBeLessThanOrEqual(sums.week_micro_usd)
        expect(sums.today_micro_usd).toBeLessThanOrEqual(sums.month_micro_usd)
      }),
    )
  })
})

it('the last days end with today', () => {
  expect(lastDays(new Date('2026-03-01T00:00:00.000Z'), 3)).toEqual([
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
  ])
})
