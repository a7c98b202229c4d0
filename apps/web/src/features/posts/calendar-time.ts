/** A day in the browser's time zone: `2026-11-28`. */
export type LocalDay = string

export type CalendarView = 'week' | 'month' | 'agenda'

const dayMs = 86_400_000
const agendaDays = 30

/** Returns the local day of a point in time. */
export function dayOf(at: Date): LocalDay {
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** Returns the first moment of a local day; where midnight is skipped, the one after. */
export function startOf(day: LocalDay): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date)
}

/** Returns the day so many days later. Days of 23 or 25 hours count as one. */
export function addDays(day: LocalDay, days: number): LocalDay {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return dayOf(new Date(year, month - 1, date + days, 12))
}

/** Returns the days of a view around a day: a week from Monday, whole weeks of a month, or 30 days from it. */
export function daysOf(view: CalendarView, day: LocalDay): LocalDay[] {
  if (view === 'agenda') return daysFrom(day, agendaDays)
  if (view === 'week') return daysFrom(mondayOf(day), 7)
  const first = mondayOf(`${day.slice(0, 8)}01`)
  const next = nextMonth(day)
  const weeks = Math.ceil((startOf(next).getTime() - startOf(first).getTime()) / dayMs / 7)
  return daysFrom(first, weeks * 7)
}

/** Returns the day that the previous or next page of a view is around. */
export function turned(view: CalendarView, day: LocalDay, by: 1 | -1): LocalDay {
  if (view === 'week') return addDays(day, 7 * by)
  if (view === 'agenda') return addDays(day, agendaDays * by)
  return by === 1 ? nextMonth(day) : `${addDays(`${day.slice(0, 8)}01`, -1).slice(0, 8)}01`
}

/** Returns the query of these days: from the first's beginning to the last's end, in days of 24 hours. */
export function queryOf(days: readonly LocalDay[]): { from: string; days: number } {
  const from = startOf(days[0] ?? dayOf(new Date(0)))
  const to = startOf(addDays(days.at(-1) ?? dayOf(from), 1))
  return {
    from: from.toISOString(),
    days: Math.ceil((to.getTime() - from.getTime()) / dayMs),
  }
}

/** Returns the same time of day on another day: 09:00 stays 09:00 when the clocks change between. */
export function movedTo(at: Date, day: LocalDay): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date, at.getHours(), at.getMinutes(), at.getSeconds())
}

/** Returns the value of a `datetime-local` field: `2026-11-28T09:30`. */
export function localInput(at: Date): string {
  return `${dayOf(at)}T${two(at.getHours())}:${two(at.getMinutes())}`
}

/** The browser's time zone, with its present difference to UTC: `Europe/Berlin (GMT+1)`. */
export function timeZoneText(at: Date): string {
  const name = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const parts = new Intl.DateTimeFormat('en', { timeZoneName: 'shortOffset' }).formatToParts(at)
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT'
  return `${name} (${offset})`
}

function daysFrom(first: LocalDay, count: number): LocalDay[] {
  return Array.from({ length: count }, (_one, at) => addDays(first, at))
}

function mondayOf(day: LocalDay): LocalDay {
  const weekday = startOf(day).getDay()
  return addDays(day, -((weekday + 6) % 7))
}

function nextMonth(day: LocalDay): LocalDay {
  return `${addDays(`${day.slice(0, 8)}01`, 31).slice(0, 8)}01`
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}
