/** When a mission can be done. `weekly`: once in each ISO week (Monday to Sunday, UTC). */
export interface MissionWindow {
  readonly startsAt: Date
  /** Exclusive. */
  readonly endsAt: Date
  readonly repeat: 'once' | 'weekly'
}

/** A time in which a mission can be done once. */
export interface MissionPeriod {
  /** `once`, or the ISO week as `2026-W48`. */
  readonly key: string
  readonly from: Date
  /** Exclusive. */
  readonly to: Date
}

const dayMs = 86_400_000
const weekMs = 7 * dayMs
/** 1970-01-05, a Monday. */
const firstMondayMs = 4 * dayMs

/** Returns the Monday that begins the ISO week of a time, in UTC. */
export function weekBegin(at: Date): Date {
  const weeks = Math.floor((at.getTime() - firstMondayMs) / weekMs)
  return new Date(firstMondayMs + weeks * weekMs)
}

/** Returns the ISO week of a time as `2026-W48`: the year is that of its Thursday (ISO 8601). */
export function weekKey(at: Date): string {
  const thursday = new Date(weekBegin(at).getTime() + 3 * dayMs)
  const year = thursday.getUTCFullYear()
  const week = 1 + Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / weekMs)
  return `${year}-W${String(week).padStart(2, '0')}`
}

/** Returns the Monday of an ISO week such as `2026-W48`, in UTC; `null` for one that its year does not have. */
export function mondayOfWeek(key: string): Date | null {
  const [year, week] = key.split('-W').map(Number)
  if (year === undefined || week === undefined) return null
  // 4 January is in the first week (ISO 8601).
  const monday = new Date(weekBegin(new Date(Date.UTC(year, 0, 4))).getTime() + (week - 1) * weekMs)
  return weekKey(monday) === key ? monday : null
}

/** Returns the period of a mission that a time is in; `null` outside its window. */
export function periodAt(window: MissionWindow, at: Date): MissionPeriod | null {
  if (at < window.startsAt || at >= window.endsAt) return null
  if (window.repeat === 'once') return { key: 'once', from: window.startsAt, to: window.endsAt }
  const monday = weekBegin(at).getTime()
  return {
    key: weekKey(at),
    from: new Date(Math.max(monday, window.startsAt.getTime())),
    to: new Date(Math.min(monday + weekMs, window.endsAt.getTime())),
  }
}

/** Returns the period of a mission by its key; `null` where it has none. */
export function periodByKey(window: MissionWindow, key: string): MissionPeriod | null {
  const found = periodAt(window, new Date(Math.max(beginOf(key), window.startsAt.getTime())))
  return found?.key === key ? found : null
}

/** The begin of the week that a key names: week 1 is that of 4 January (ISO 8601). 0 for `once`. */
function beginOf(key: string): number {
  const [, year, week] = /^(\d{4})-W(\d{2})$/.exec(key) ?? []
  if (year === undefined || week === undefined) return 0
  return weekBegin(new Date(Date.UTC(Number(year), 0, 4))).getTime() + (Number(week) - 1) * weekMs
}

/**
 * Returns the periods whose reward can be claimed at a time: those that ended within the grace before it, oldest first,
 * then the one that it is in.
 */
export function claimablePeriods(
  window: MissionWindow,
  now: Date,
  graceMs: number,
): MissionPeriod[] {
  const periods: MissionPeriod[] = []
  for (let at = now; ; ) {
    const last = new Date(Math.min(at.getTime(), window.endsAt.getTime() - 1))
    const period = periodAt(window, last)
    if (period === null || now.getTime() >= period.to.getTime() + graceMs) return periods
    periods.unshift(period)
    at = new Date(period.from.getTime() - 1)
  }
}
