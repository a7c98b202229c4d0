import { describe, expect, it } from 'vitest'
import {
  formatMoney,
  formatMoneyExact,
  formatPerHour,
  formatPerMonth,
  splitMoneyChange,
} from './money.ts'

describe('formatMoney', () => {
  it('shows cents from a dollar up, in groups of thousands', () => {
    expect(formatMoney(1_234_567_890)).toBe('$1,234.57')
    expect(formatMoney(18_420_310)).toBe('$18.42')
  })

  it('shows the first two digits that count when an amount is tiny', () => {
    expect(formatMoney(4_200)).toBe('$0.0042')
    expect(formatMoney(1)).toBe('$0.000001')
  })

  it('uses a true minus sign, as wide as the digits', () => {
    expect(formatMoney(-420_000)).toBe('−$0.42')
  })
})

describe('formatMoneyExact', () => {
  it('drops no micro-dollar', () => {
    expect(formatMoneyExact(419_999)).toBe('$0.419999')
    expect(formatMoneyExact(-5_000_000)).toBe('−$5.00')
  })
})

describe('formatPerHour', () => {
  it('names the period', () => {
    expect(formatPerHour(420_000)).toBe('$0.42/h')
  })

  it('says free rather than nothing', () => {
    expect(formatPerHour(0)).toBe('free')
  })
})

describe('formatPerMonth', () => {
  it('counts a month as 30 days and drops cents of large sums', () => {
    expect(formatPerMonth(420_000)).toBe('≈ $302/month')
  })

  it('keeps cents below ten dollars', () => {
    expect(formatPerMonth(2_500)).toBe('≈ $1.80/month')
  })
})

describe('splitMoneyChange', () => {
  it('lines columns up: always a sign, always six places', () => {
    expect(splitMoneyChange(-12_427)).toEqual({ cents: '−$0.01', rest: '2427' })
    expect(splitMoneyChange(20_000_000)).toEqual({ cents: '+$20.00', rest: '0000' })
  })

  it('adds up to the whole amount again', () => {
    for (const microUsd of [1, 9_999, 10_000, 123_456_789]) {
      const { cents, rest } = splitMoneyChange(microUsd)
      expect(Number(cents.replace(/[+$,]/g, '')) * 1e6 + Number(rest)).toBeCloseTo(microUsd, 3)
    }
  })
})
