import type { MicroUsd } from '@gridloom/contract/core/values'
import type { PeriodAmounts } from '@gridloom/contract/dashboard/dashboard'

const dayMs = 86_400_000

/** An amount of one UTC day. */
export interface DayAmount {
  /** As `2026-11-21`. */
  readonly day: string
  readonly microUsd: MicroUsd
}

/** The first days of the current periods, in UTC. */
export interface PeriodStarts {
  readonly today: string
  /** The last Monday, or today. */
  readonly week: string
  readonly month: string
}

/** Returns when today, this week (from Monday on) and this month began. */
export function periodStarts(now: Date): PeriodStarts {
  const today = utcDay(now)
  const sinceMonday = (now.getUTCDay() + 6) % 7
  return {
    today,
    week: utcDay(new Date(now.getTime() - sinceMonday * dayMs)),
    month: `${today.slice(0, 7)}-01`,
  }
}

/** Sums amounts by day into today, this week and this month. Days may repeat. */
export function periodAmounts(days: readonly DayAmount[], now: Date): PeriodAmounts {
  const starts = periodStarts(now)
  const since = (first: string) =>
    days.reduce((sum, { day, microUsd }) => (day >= first ? sum + microUsd : sum), 0)
  return {
    today_micro_usd: since(starts.today),
    week_micro_usd: since(starts.week),
    month_micro_usd: since(starts.month),
  }
}

/** The last UTC days up to today, oldest first. */
export function lastDays(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, at) =>
    utcDay(new Date(now.getTime() - (count - 1 - at) * dayMs)),
  )
}

function utcDay(at: Date): string {
  return at.toISOString().slice(0, 10)
}
