import { Refused } from '@gridloom/contract/errors'
import type {
  ReservationDiscounts,
  ReservationTerms,
} from '@gridloom/contract/machines/reservation-terms'
import type { ReservedSlots } from '@gridloom/domain/reservations'
import type { ReservationRow } from './schema.ts'

/** Refuses a length that the terms do not allow. @throws Refused `not_reservable` */
export function requireTerms(terms: ReservationTerms | null, days: number): ReservationTerms {
  if (terms !== null && days <= terms.days_max) return terms
  const most = terms === null ? 'Choose another machine.' : `The most is ${inDays(terms.days_max)}.`
  throw new Refused('not_reservable', { details: { days: inDays(days), most } })
}

/** The discounts that a reservation was made with. */
export function discountsOf(row: ReservationRow): ReservationDiscounts {
  return {
    day_discount_basis_points: row.day_basis_points,
    week_discount_basis_points: row.week_basis_points,
    month_discount_basis_points: row.month_basis_points,
  }
}

/** What the price of a reservation is made of. */
export function reservedOf(row: ReservationRow): ReservedSlots {
  return {
    slots: row.slots,
    microUsdPerHour: row.micro_usd_per_hour,
    discounts: discountsOf(row),
  }
}

/** A number of days in words. */
export function inDays(days: number): string {
  return days === 1 ? '1 day' : `${days} days`
}

/** A number of slots in words. */
export function inSlots(slots: number): string {
  return slots === 1 ? '1 slot' : `${slots} slots`
}
