import { describe, expect, it } from 'vitest'
import { daysUpTo, fillDays, firstOfMonth, utcDay } from './spend-days.ts'

const midnight = new Date('2026-03-01T00:00:00.000Z')

describe('days', () => {
  it('are UTC, whatever the machine thinks', () => {
    expect(utcDay(new Date('2026-02-28T23:59:59.999Z'))).toBe('2026-02-28')
    expect(utcDay(midnight)).toBe('2026-03-01')
  })

  it('go back over the end of a month, oldest first, with today among them', () => {
    expect(daysUpTo(midnight, 3)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
    expect(daysUpTo(midnight, 1)).toEqual(['2026-03-01'])
    expect(new Set(daysUpTo(midnight, 366)).size).toBe(366)
  })

  it('begin their month on its first', () => {
    expect(firstOfMonth(new Date('2026-02-28T23:59:59.999Z'))).toBe('2026-02-01')
    expect(firstOfMonth(midnight)).toBe('2026-03-01')
  })

  it('without spending are there with zero, and others are left out', () => {
    const sums = new Map([
      ['2026-02-26', 5],
      ['2026-02-28', 7],
    ])
    expect(fillDays(daysUpTo(midnight, 3), sums)).toEqual([
      { day: '2026-02-27', micro_usd: 0 },
      { day: '2026-02-28', micro_usd: 7 },
      { day: '2026-03-01', micro_usd: 0 },
    ])
  })
})
