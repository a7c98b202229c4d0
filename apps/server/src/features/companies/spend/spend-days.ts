import type { Spend } from '@gridloom/contract/companies/spend'
import type { MicroUsd } from '@gridloom/contract/core/values'

const dayMs = 24 * 60 * 60 * 1_000

/** The UTC day of a moment, as `2026-11-21`. */
export function utcDay(at: Date): string {
  return at.toISOString().slice(0, 10)
}

/** The first UTC day of the month of a moment. */
export function firstOfMonth(at: Date): string {
  return `${utcDay(at).slice(0, 7)}-01`
}

/** The UTC days up to and with the moment's own, oldest first. */
export function daysUpTo(at: Date, count: number): string[] {
  return Array.from({ length: count }, (_, n) =>
    utcDay(new Date(at.getTime() - (count - 1 - n) * dayMs)),
  )
}

/** What was spent in the days given, oldest first: a day that is not among the sums had nothing. */
export function fillDays(
  days: readonly string[],
  sums: ReadonlyMap<string, MicroUsd>,
): Spend['days'] {
  return days.map((day) => ({ day, micro_usd: sums.get(day) ?? 0 }))
}
