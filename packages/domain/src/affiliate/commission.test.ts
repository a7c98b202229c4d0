import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commissionOn, dayAfter, dueOf, lastsUntil, secondLevelShare } from './commission.ts'

const fee = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 })
const share = fc.integer({ min: 0, max: 5_000 })

describe('commission', () => {
  it('is never above the share of the fees together, whatever credits take back', () => {
    fc.assert(
      fc.property(fc.array(fee, { maxLength: 50 }), share, (fees, basisPoints) => {
        const sum = fees.reduce((total, one) => total + commissionOn(one, basisPoints), 0)
        const whole = fees.reduce((total, one) => total + one, 0)
        expect(sum * 10_000).toBeLessThanOrEqual(whole * basisPoints)
        expect(whole * basisPoints - sum * 10_000).toBeLessThan(10_000 * Math.max(1, fees.length))
      }),
    )
  })

  it('of two levels together stays below the fees that were kept, whatever credits take back', () => {
    fc.assert(
      fc.property(fc.array(fee, { maxLength: 50 }), share, share, (fees, first, ofFirst) => {
        const second = secondLevelShare(first, ofFirst)
        expect(second * 10_000).toBeLessThanOrEqual(first * ofFirst)
        const sum = fees.reduce(
          (total, one) => total + commissionOn(one, first) + commissionOn(one, second),
          0,
        )
        const whole = fees.reduce((total, one) => total + one, 0)
        expect(sum * 10_000).toBeLessThanOrEqual(whole * (first + second))
        expect(first + second).toBeLessThanOrEqual(7_500)
        if (whole > 0) expect(sum).toBeLessThan(whole)
      }),
    )
  })

  it('is paid once, never before its holding time, and less what credits took back at once', () => {
    expect(dueOf({ matured: 100, pending: 50, takenBack: 0, paid: 0 })).toBe(100)
    expect(dueOf({ matured: 100, pending: 50, takenBack: -30, paid: 70 })).toBe(0)
    expect(dueOf({ matured: 100, pending: 50, takenBack: -130, paid: 0 })).toBe(0)
    expect(dueOf({ matured: 150, pending: 0, takenBack: -30, paid: 70 })).toBe(50)
  })

  it('ends on the day of the month of the sign-up, or on the last one of a shorter month', () => {
    const until = (at: string, months: number) => lastsUntil(new Date(at), months)
    expect(until('2026-11-28T23:59:59.999Z', 12)).toBe('2027-11-28')
    expect(until('2026-08-31T00:00:00Z', 6)).toBe('2027-02-28')
    expect(until('2024-02-29T00:00:00Z', 12)).toBe('2025-02-28')
    expect(until('2026-11-30T12:00:00Z', 3)).toBe('2027-02-28')
    expect(dayAfter('2026-12-31')).toBe('2027-01-01')
    expect(dayAfter('2026-03-01', -1)).toBe('2026-02-28')
  })
})
