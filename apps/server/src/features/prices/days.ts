const dayMs = 24 * 60 * 60 * 1_000

/** Returns a day (UTC) as `YYYY-MM-DD`. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}

/** Returns the day that is so many days before. */
export function daysBefore(at: Date, days: number): string {
  return dayOf(new Date(at.getTime() - days * dayMs))
}

/** Returns the first day of a month `YYYY-MM`, and that of the month after. */
export function boundsOfMonth(month: string): { from: string; before: string } {
  const from = new Date(`${month}-01T00:00:00Z`)
  const next = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1))
  return { from: dayOf(from), before: dayOf(next) }
}
