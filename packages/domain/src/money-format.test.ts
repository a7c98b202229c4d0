import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatPerHour, formatPerMonth, formatUsd, formatUsdExact } from './money-format.ts'

describe('formatUsd', () => {
  it.each([
    [0, '$0.00'],
    [1, '$0.000001'],
    [12, '$0.000012'],
    [140, '$0.00014'],
    [3_749, '$0.0037'],
    [99_600, '$0.10'],
    [420_000, '$0.42'],
    [999_999, '$1.00'],
    [1_239_999, '$1.24'],
    [5_000_000, '$5.00'],
    [1_234_567_890, '$1,234.57'],
    [-420_000, '-$0.42'],
  ])('shows %i micro-dollars as %s', (microUsd, text) => {
    expect(formatUsd(microUsd)).toBe(text)
  })

  it('never shows a positive amount as zero', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e12 }), (amount) => {
        expect(formatUsd(amount)).toMatch(/[1-9]/)
      }),
    )
  })

  it('is accurate to a twentieth, or to half a cent from a dollar up', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e12 }), (amount) => {
        const shown = Number(formatUsd(amount).replace(/[$,]/g, '')) * 1_000_000
        expect(Math.abs(shown - amount)).toBeLessThanOrEqual(Math.max(5_000.01, amount / 20))
      }),
    )
  })
})

describe('formatUsdExact', () => {
  it('keeps every micro-dollar', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), (amount) => {
        const shown = Number(formatUsdExact(amount).replace(/[$,]/g, ''))
        expect(Math.round(shown * 1_000_000)).toBe(amount === 0 ? 0 : amount)
      }),
    )
  })

  it('shows two different amounts differently', () => {
    expect(formatUsdExact(420_000)).toBe('$0.42')
    expect(formatUsdExact(419_999)).toBe('$0.419999')
  })
})

describe('prices', () => {
  it('are shown per hour and per month of 30 days', () => {
    expect(formatPerHour(420_000)).toBe('$0.42/h')
    expect(formatPerMonth(420_000)).toBe('≈ $302/month')
    expect(formatPerMonth(100)).toBe('≈ $0.072/month')
    expect(formatPerMonth(10_000)).toBe('≈ $7.20/month')
    expect(formatPerMonth(2_000_000)).toBe('≈ $1,440/month')
  })
})
