import type { Spend } from '@gridloom/contract/companies/spend'
import type { MicroUsd } from '@gridloom/contract/core/values'

const dayMs = 24 * 60 * 60 * 1_000

/** The UTC day of a time, as `2026-11-21`. */
export function utcDay(at: Date): string {
  return at.toISOString().slice(0, 10)
}

/** The first UTC day of the month of a time. */
export function firstOfMonth(at: Date): string {
  return `${utcDay(at).slice(0, 7)}-01`
}

/** The UTC days up to and including the day of `at`, oldest first. */
export function daysUpTo(at: Date, count: number): string[] {
  return Array.from({ length: count }, (_, n) =>
    utcDay(new Date(at.getTime() - (count - 1 - n) * dayMs)),
  )
}

/** Spending on the given days, oldest first; a day without a sum has zero. */
export function fillDays(
  days: readonly string[],
  sums: ReadonlyMap<string, MicroUsd>,
): Spend['days'] {
  return days.map((day) => ({ day, micro_usd: sums.get(day) ?? 0 }))
}
