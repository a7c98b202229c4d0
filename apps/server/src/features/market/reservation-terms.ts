import type { ReservationTerms } from '@gridloom/contract/machines/reservation-terms'

/** The columns of machines that say on what terms their slots can be reserved. */
export interface TermsColumns {
  /** `null`: they cannot. */
  reservation_days_max: number | null
  reservation_day_basis_points: number
  reservation_week_basis_points: number
  reservation_month_basis_points: number
}

/** Returns the terms of a row of `machines`. */
export function termsOf(row: TermsColumns): ReservationTerms | null {
  if (row.reservation_days_max === null) return null
  return {
    days_max: row.reservation_days_max,
    day_discount_basis_points: row.reservation_day_basis_points,
    week_discount_basis_points: row.reservation_week_basis_points,
    month_discount_basis_points: row.reservation_month_basis_points,
  }
}

/** Returns the columns of terms; withdrawn terms keep nothing. */
export function termsColumns(terms: ReservationTerms | null): TermsColumns {
  return {
    reservation_days_max: terms?.days_max ?? null,
    reservation_day_basis_points: terms?.day_discount_basis_points ?? 0,
    reservation_week_basis_points: terms?.week_discount_basis_points ?? 0,
    reservation_month_basis_points: terms?.month_discount_basis_points ?? 0,
  }
}
