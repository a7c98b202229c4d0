import { describe, expect, it } from 'vitest'
import {
  formatMoney,
  formatMoneyExact,
  formatPerHour,
  formatPerMonth,
  splitMoneyChange,
} from './money.ts'

describe('formatMoney', () => {
  it('shows cents from one dollar up, with thousands separators', () => {
    expect(formatMoney(1_234_567_890)).toBe('$1,234.57')
    expect(formatMoney(18_420_310)).toBe('$18.42')
  })

  it('shows two significant digits of a tiny amount', () => {
    expect(formatMoney(4_200)).toBe('$0.0042')
    expect(formatMoney(1)).toBe('$0.000001')
  })

  it('uses a true minus sign, which is as wide as a digit', () => {
    expect(formatMoney(-420_000)).toBe('−$0.42')
  })
})

describe('formatMoneyExact', () => {
  it('shows every micro-dollar', () => {
    expect(formatMoneyExact(419_999)).toBe('$0.419999')
    expect(formatMoneyExact(-5_000_000)).toBe('−$5.00')
  })
})

describe('formatPerHour', () => {
  it('includes the period', () => {
    expect(formatPerHour(420_000)).toBe('$0.42/h')
  })

  it('returns “free” for zero', () => {
    expect(formatPerHour(0)).toBe('free')
  })
})

describe('formatPerMonth', () => {
  it('counts a month as 30 days and drops the cents of large amounts', () => {
    expect(formatPerMonth(420_000)).toBe('≈\u00a0$302/month')
  })

  it('keeps cents below ten dollars', () => {
    expect(formatPerMonth(2_500)).toBe('≈\u00a0$1.80/month')
  })
})

describe('splitMoneyChange', () => {
  it('aligns columns with a sign and six decimals', () => {
    expect(splitMoneyChange(-12_427)).toEqual({ cents: '−$0.01', rest: '2427' })
    expect(splitMoneyChange(20_000_000)).toEqual({ cents: '+$20.00', rest: '0000' })
  })

  it('splits without losing a micro-dollar', () => {
    for (const microUsd of [1, 9_999, 10_000, 123_456_789]) {
      const { cents, rest } = splitMoneyChange(microUsd)
      expect(Number(cents.replace(/[+$,]/g, '')) * 1e6 + Number(rest)).toBeCloseTo(microUsd, 3)
    }
  })
})
