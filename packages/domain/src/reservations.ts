import type { BasisPoints, MicroUsd, MicroUsdPerHour } from '@gridloom/contract/core/values'
import type { ReservationDiscounts } from '@gridloom/contract/machines/reservation-terms'
import { multiplyDivide } from './money.ts'

/** A day of a reservation: 24 hours from its start, and so on. */
export const reservationDayMs = 24 * 60 * 60 * 1_000

/** A day on which the slots were unavailable for longer is refunded. */
export const unavailableMsMax = 60 * 60 * 1_000

/** A reservation whose machine is offline for longer ends. */
export const machineGoneMs = 72 * 60 * 60 * 1_000

const weekDays = 7
const monthDays = 30
const wholeBasisPoints = 10_000
const hoursPerDay = 24

/** What the price of a reservation is made of. */
export interface ReservedSlots {
  readonly slots: number
  /** Of one slot with its memory. */
  readonly microUsdPerHour: MicroUsdPerHour
  readonly discounts: ReservationDiscounts
}

/** The discount of a reservation of so many days. */
export function reservationDiscount(discounts: ReservationDiscounts, days: number): BasisPoints {
  if (days >= monthDays) return discounts.month_discount_basis_points
  if (days >= weekDays) return discounts.week_discount_basis_points
  return discounts.day_discount_basis_points
}

/** The price of all days of a reservation, rounded down. */
export function reservationPrice(reserved: ReservedSlots, days: number): MicroUsd {
  return priceOfDays(reserved, days, reservationDiscount(reserved.discounts, days))
}

/** The price on demand of the same slots and days. */
export function onDemandPrice(reserved: ReservedSlots, days: number): MicroUsd {
  return priceOfDays(reserved, days, 0)
}

function priceOfDays(
  { slots, microUsdPerHour }: ReservedSlots,
  days: number,
  discount: BasisPoints,
): MicroUsd {
  const perHour = slots * microUsdPerHour
  const shares = hoursPerDay * days * (wholeBasisPoints - discount)
  return multiplyDivide(perHour, shares, BigInt(wholeBasisPoints))
}

/**
 * The share of the total that day `day` (from 1) costs. The rounding is cumulative: the shares of all days add up to
 * exactly the total.
 */
export function dayShare(totalMicroUsd: MicroUsd, days: number, day: number): MicroUsd {
  const upTo = (count: number) => multiplyDivide(totalMicroUsd, count, BigInt(days))
  return upTo(day) - upTo(day - 1)
}

/** A time in which a machine's counter of time online was read at both ends. */
export interface MeasuredDay {
  readonly fromMs: number
  readonly toMs: number
  /** The growth of the machine's counter of time online. */
  readonly onlineMs: number
  /** While it was online: with fewer or smaller slots than reserved. */
  readonly unusableMs: number
}

/** How long the slots of a reservation were not available. */
export function unavailableMs({ fromMs, toMs, onlineMs, unusableMs }: MeasuredDay): number {
  const spanMs = Math.max(0, toMs - fromMs)
  const offlineMs = Math.max(0, spanMs - onlineMs)
  return Math.min(spanMs, offlineMs + unusableMs)
}

/** Whether a day is refunded. */
export function isRefunded(measured: MeasuredDay): boolean {
  return unavailableMs(measured) > unavailableMsMax
}

/** A reservation that its renter ends early. */
export interface EndedEarly extends ReservedSlots {
  readonly totalMicroUsd: MicroUsd
  /** Days that have begun; the one that is not over counts as a whole. */
  readonly elapsedDays: number
  /** Of these: days that were refunded, or will be, as the slots were unavailable. */
  readonly refundedDays: number
  readonly capturedMicroUsd: MicroUsd
  readonly refundedMicroUsd: MicroUsd
}

/** What is still charged and what is returned: together the rest of the hold. */
export interface Settlement {
  readonly captureMicroUsd: MicroUsd
  readonly returnMicroUsd: MicroUsd
}

/**
 * Settles an early end by the renter: the elapsed days cost what a reservation of that many days costs for each, without
 * the refunded ones; what was charged before counts towards it. Never more than the rest of the hold, and what was charged
 * is not returned.
 */
export function settleEarlyEnd(ended: EndedEarly): Settlement {
  const { elapsedDays, refundedDays, totalMicroUsd, capturedMicroUsd, refundedMicroUsd } = ended
  const leftMicroUsd = Math.max(0, totalMicroUsd - capturedMicroUsd - refundedMicroUsd)
  const chargedDays = Math.max(0, elapsedDays - refundedDays)
  const discount = reservationDiscount(ended.discounts, elapsedDays)
  const dueMicroUsd = priceOfDays(ended, chargedDays, discount)
  const captureMicroUsd = Math.min(leftMicroUsd, Math.max(0, dueMicroUsd - capturedMicroUsd))
  return { captureMicroUsd, returnMicroUsd: leftMicroUsd - captureMicroUsd }
}

/** The days of a reservation that have begun at a time, at least one and at most all. */
export function elapsedDays(
  { startedAt, days }: { startedAt: Date; days: number },
  now: Date,
): number {
  const begun = Math.ceil((now.getTime() - startedAt.getTime()) / reservationDayMs)
  return Math.min(days, Math.max(1, begun))
}
