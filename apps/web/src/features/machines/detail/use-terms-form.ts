import { ReservationTerms, reservationDaysMax } from '@gridloom/contract/machines/reservation-terms'
import { useForm } from '@mantine/form'
import type { TypedNumber } from '../../../ui/form/typed.ts'

type DiscountName = 'day' | 'week' | 'month'

/** Terms as typed: discounts in percent. */
export interface TermsValues extends Record<DiscountName | 'daysMax', TypedNumber> {
  accepts: boolean
}

export const termsFields: readonly { name: DiscountName; label: string; unit: string }[] = [
  { name: 'day', label: 'Discount', unit: 'from 1 day' },
  { name: 'week', label: 'Discount, week', unit: 'from 7 days' },
  { name: 'month', label: 'Discount, month', unit: 'from 30 days' },
]

/** Creates a form with the terms of a machine, or with usual ones for one that accepts no reservations. */
export function useTermsForm(terms: ReservationTerms | null) {
  return useForm<TermsValues>({ initialValues: writeTerms(terms), validate: problemsOf })
}

function writeTerms(terms: ReservationTerms | null): TermsValues {
  if (terms === null) return { accepts: false, daysMax: 30, day: 5, week: 10, month: 20 }
  return {
    accepts: true,
    daysMax: terms.days_max,
    day: terms.day_discount_basis_points / 100,
    week: terms.week_discount_basis_points / 100,
    month: terms.month_discount_basis_points / 100,
  }
}

/** Converts typed terms; `null` where none are accepted or a value is invalid. */
export function readTerms(values: TermsValues): ReservationTerms | null {
  return values.accepts ? (parse(values).data ?? null) : null
}

function parse({ daysMax, day, week, month }: TermsValues) {
  const basisPoints = (percent: TypedNumber) =>
    percent === '' ? Number.NaN : Math.round(Number(percent) * 100)
  return ReservationTerms.safeParse({
    days_max: daysMax === '' ? Number.NaN : Number(daysMax),
    day_discount_basis_points: basisPoints(day),
    week_discount_basis_points: basisPoints(week),
    month_discount_basis_points: basisPoints(month),
  })
}

const fieldOf: Readonly<Record<string, keyof TermsValues>> = {
  days_max: 'daysMax',
  day_discount_basis_points: 'day',
  week_discount_basis_points: 'week',
  month_discount_basis_points: 'month',
}

function problemsOf(values: TermsValues): Partial<Record<keyof TermsValues, string>> {
  const parsed = values.accepts ? parse(values) : undefined
  const issues = parsed?.error?.issues ?? []
  return Object.fromEntries(
    issues.flatMap(({ path, code }) => {
      const field = fieldOf[String(path[0])]
      return field === undefined ? [] : [[field, problemOf(field, code)]]
    }),
  )
}

function problemOf(field: keyof TermsValues, code: string): string {
  if (code === 'custom') return 'Not less than for a shorter time'
  return field === 'daysMax' ? `Enter 1 to ${reservationDaysMax} days` : 'Enter 0 to 90 %'
}
