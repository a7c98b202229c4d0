import { lastDays } from '@gridloom/domain/period-amounts'
import { describe, expect, it } from 'vitest'
import { fillDays, firstOfMonth, utcDay } from './spend-days.ts'

const midnight = new Date('2026-03-01T00:00:00.000Z')

describe('days', () => {
  it('are UTC days', () => {
    expect(utcDay(new Date('2026-02-28T23:59:59.999Z'))).toBe('2026-02-28')
    expect(utcDay(midnight)).toBe('2026-03-01')
  })

  it('belong to a month that begins on its first day', () => {
    expect(firstOfMonth(new Date('2026-02-28T23:59:59.999Z'))).toBe('2026-02-01')
    expect(firstOfMonth(midnight)).toBe('2026-03-01')
  })

  it('without spending have zero, and days outside the range are left out', () => {
    const sums = new Map([
      ['2026-02-26', 5],
      ['2026-02-28', 7],
    ])
    expect(fillDays(lastDays(midnight, 3), sums)).toEqual([
      { day: '2026-02-27', micro_usd: 0 },
      { day: '2026-02-28', micro_usd: 7 },
      { day: '2026-03-01', micro_usd: 0 },
    ])
  })
})
