import { ReservationTerms, reservationDaysMax } from '@gridloom/contract/machines/reservation-terms'
import { UsageError } from '../../errors.ts'

const form = 'DAYS:D%,W%,M%'

/** Parses the terms of reservations: the most days, and the discounts from 1, 7 and 30 days; `off`: none. */
export function parseTerms(text: string): ReservationTerms | null {
  if (text === 'off') return null
  const [, days, ...discounts] =
    /^([0-9]{1,3}):([0-9.]{1,6}),([0-9.]{1,6}),([0-9.]{1,6})$/.exec(text) ?? []
  const [day, week, month] = discounts.map((percent) => Math.round(Number(percent) * 100))
  const terms = ReservationTerms.safeParse({
    days_max: Number(days),
    day_discount_basis_points: day,
    week_discount_basis_points: week,
    month_discount_basis_points: month,
  })
  if (terms.success) return terms.data
  throw new UsageError(
    `--reservations must be off or ${form}: up to ${reservationDaysMax} days, and discounts in percent, up to 90, from 1, 7 and 30 days that do not fall, such as 30:5,10,25.`,
  )
}

/** The terms in words. */
export function termsText(terms: ReservationTerms | null): string {
  if (terms === null) return 'accepts no reservations'
  const percent = (basisPoints: number) => `${basisPoints / 100} %`
  const discounts = [
    percent(terms.day_discount_basis_points),
    percent(terms.week_discount_basis_points),
    percent(terms.month_discount_basis_points),
  ]
  return `accepts reservations of up to ${terms.days_max} days, less ${discounts.join(', ')} from 1, 7 and 30 days`
}
