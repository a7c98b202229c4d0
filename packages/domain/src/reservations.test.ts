import type { ReservationDiscounts } from '@gridloom/contract/machines/reservation-terms'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  dayShare,
  elapsedDays,
  isRefunded,
  onDemandPrice,
  reservationDayMs,
  reservationDiscount,
  reservationPrice,
  settleEarlyEnd,
  unavailableMs,
} from './reservations.ts'

const discounts: ReservationDiscounts = {
  day_discount_basis_points: 500,
  week_discount_basis_points: 1_500,
  month_discount_basis_points: 3_000,
}
const hourMs = 3_600_000

describe('the price of a reservation', () => {
  it('has the discount of its length', () => {
    const of = (days: number) => reservationDiscount(discounts, days)
    expect([1, 6, 7, 29, 30, 90].map(of)).toEqual([500, 500, 1_500, 1_500, 3_000, 3_000])
  })

  it('is that of the published example: 2 slots at $0.25 for 30 days', () => {
    const reserved = { slots: 2, microUsdPerHour: 250_000, discounts }
    expect(onDemandPrice(reserved, 30)).toBe(360_000_000)
    expect(reservationPrice(reserved, 30)).toBe(252_000_000)
    const early = { ...reserved, totalMicroUsd: 252_000_000, elapsedDays: 10, refundedDays: 1 }
    // Nine days at 15 % are $91.80, of which nine days at 30 % ($75.60) are charged already.
    expect(
      settleEarlyEnd({ ...early, capturedMicroUsd: 75_600_000, refundedMicroUsd: 8_400_000 }),
    ).toEqual({ captureMicroUsd: 16_200_000, returnMicroUsd: 151_800_000 })
  })

  it('is cut into days that add up to exactly the whole', () => {
    fc.assert(
      fc.property(fc.nat(10 ** 14), fc.integer({ min: 1, max: 90 }), (total, days) => {
        const shares = Array.from({ length: days }, (_, at) => dayShare(total, days, at + 1))
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(total)
        expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('a day', () => {
  const day = { fromMs: 0, toMs: 24 * hourMs, onlineMs: 24 * hourMs, unusableMs: 0 }

  it('is refunded only above an hour, offline and without usable slots together', () => {
    expect(isRefunded({ ...day, onlineMs: 23 * hourMs })).toBe(false)
    expect(isRefunded({ ...day, onlineMs: 23 * hourMs - 1 })).toBe(true)
    expect(isRefunded({ ...day, onlineMs: 23 * hourMs, unusableMs: 1 })).toBe(true)
  })

  it('is never unavailable for longer than it lasts, or for less than nothing', () => {
    fc.assert(
      fc.property(
        fc.nat(10 ** 9),
        fc.nat(10 ** 9),
        fc.nat(10 ** 9),
        (toMs, onlineMs, unusableMs) => {
          const found = unavailableMs({ fromMs: 0, toMs, onlineMs, unusableMs })
          expect(found).toBeGreaterThanOrEqual(0)
          expect(found).toBeLessThanOrEqual(toMs)
        },
      ),
    )
  })

  it('has begun when a moment of it has passed, and the first one at once', () => {
    const startedAt = new Date('2026-11-28T00:00:00Z')
    const after = (ms: number) =>
      elapsedDays({ startedAt, days: 3 }, new Date(startedAt.getTime() + ms))
    expect([0, 1, reservationDayMs, reservationDayMs + 1].map(after)).toEqual([1, 1, 1, 2])
    expect(after(10 * reservationDayMs)).toBe(3)
  })
})

describe('an early end', () => {
  const rising = fc
    .tuple(fc.nat(9_000), fc.nat(9_000), fc.nat(9_000))
    .map((values) => values.toSorted((one, other) => one - other))
    .map(([day = 0, week = 0, month = 0]) => ({
      day_discount_basis_points: day,
      week_discount_basis_points: week,
      month_discount_basis_points: month,
    }))

  it('charges and returns exactly the rest of the hold, and never a negative amount', () => {
    fc.assert(
      fc.property(
        rising,
        fc.nat(2_000_000_000),
        fc.integer({ min: 1, max: 16 }),
        fc.integer({ min: 1, max: 90 }),
        fc.array(fc.boolean(), { maxLength: 90 }),
        fc.boolean(),
        (given, microUsdPerHour, slots, days, outcomes, refundsNow) => {
          const reserved = { slots, microUsdPerHour, discounts: given }
          const totalMicroUsd = reservationPrice(reserved, days)
          const settled = outcomes.slice(0, days - 1)
          const sumOf = (refunded: boolean) =>
            settled.reduce(
              (sum, is, at) => sum + (is === refunded ? dayShare(totalMicroUsd, days, at + 1) : 0),
              0,
            )
          const before = {
            ...{ capturedMicroUsd: sumOf(false), refundedMicroUsd: sumOf(true) },
            elapsedDays: settled.length + 1,
            refundedDays: settled.filter(Boolean).length + (refundsNow ? 1 : 0),
          }
          const { captureMicroUsd, returnMicroUsd } = settleEarlyEnd({
            ...{ ...reserved, totalMicroUsd },
            ...before,
          })
          expect(captureMicroUsd).toBeGreaterThanOrEqual(0)
          expect(returnMicroUsd).toBeGreaterThanOrEqual(0)
          expect(
            before.capturedMicroUsd + before.refundedMicroUsd + captureMicroUsd + returnMicroUsd,
          ).toBe(totalMicroUsd)
        },
      ),
    )
  })

  it('costs at least what the same days cost as reserved, as a shorter one has no higher discount', () => {
    fc.assert(
      fc.property(rising, fc.integer({ min: 1, max: 89 }), (given, elapsed) => {
        const reserved = { slots: 1, microUsdPerHour: 1_000_000, discounts: given }
        const totalMicroUsd = reservationPrice(reserved, 90)
        const captured = dayShare(totalMicroUsd, 90, 1) * (elapsed - 1)
        const { captureMicroUsd } = settleEarlyEnd({
          ...{ ...reserved, totalMicroUsd, elapsedDays: elapsed, refundedDays: 0 },
          ...{ capturedMicroUsd: captured, refundedMicroUsd: 0 },
        })
        const due = captured + captureMicroUsd
        expect(due).toBeLessThanOrEqual(totalMicroUsd)
        expect(due + 90).toBeGreaterThanOrEqual((totalMicroUsd * elapsed) / 90)
      }),
    )
  })
})
