import type { Spend } from '@gridloom/contract/companies/spend'
import type { MicroUsd } from '@gridloom/contract/core/values'

/** The UTC day of a time, as `2026-11-21`. */
export function utcDay(at: Date): string {
  return at.toISOString().slice(0, 10)
}

/** The first UTC day of the month of a time. */
export function firstOfMonth(at: Date): string {
  return `${utcDay(at).slice(0, 7)}-01`
}

/** Spending on the given days, oldest first; a day without a sum has zero. */
export function fillDays(
  days: readonly string[],
  sums: ReadonlyMap<string, MicroUsd>,
): Spend['days'] {
  return days.map((day) => ({ day, micro_usd: sums.get(day) ?? 0 }))
}
