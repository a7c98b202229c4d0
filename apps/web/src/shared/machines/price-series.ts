import type { PriceDays } from '@gridloom/contract/machines/machine'

const dayMs = 86_400_000
const daysShown = 30

/**
 * Returns the price on each of the last 30 days, oldest first, from the days on which it changed. Days before the first
 * known one are left out, so a new offer has a short series.
 */
export function priceSeries(days: PriceDays, nowMs: number): number[] {
  const today = Math.floor(nowMs / dayMs)
  const [first] = days
  if (first === undefined) return []
  const from = Math.min(today, Math.max(dayOf(first.day), today - daysShown + 1))
  return Array.from({ length: today - from + 1 }, (_, index) => {
    const known = days.findLast(({ day }) => dayOf(day) <= from + index) ?? first
    return known.micro_usd_per_hour
  })
}

/** Returns a UTC day, counted since 1970. */
function dayOf(day: string): number {
  return Date.parse(day) / dayMs
}
