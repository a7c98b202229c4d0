import type { CalendarPeriod } from '@gridloom/contract/posts/post'
import { type CalendarView, dayOf, type LocalDay } from './calendar-time.ts'

/** What a day shows of a period: that it begins, ends, that its claims end, or that it goes on. */
export interface PeriodMark {
  readonly period: CalendarPeriod
  readonly what: 'starts' | 'ends' | 'claim' | 'runs'
  /** When, on this day; null where it goes on. */
  readonly at: Date | null
}

/** Returns the marks of a day in order of their time, with what goes on first; lists leave that out. */
export function marksOf(
  periods: readonly CalendarPeriod[],
  day: LocalDay,
  view: CalendarView,
): PeriodMark[] {
  const marks = periods.flatMap((period) => marksOfPeriod(period, day))
  const shown = view === 'agenda' ? marks.filter(({ what }) => what !== 'runs') : marks
  return shown.toSorted((one, other) => (one.at?.getTime() ?? 0) - (other.at?.getTime() ?? 0))
}

function marksOfPeriod(period: CalendarPeriod, day: LocalDay): PeriodMark[] {
  const from = new Date(period.from)
  const to = period.to === null ? null : new Date(period.to)
  const until = period.claim_until === null ? null : new Date(period.claim_until)
  const marks: PeriodMark[] = []
  if (dayOf(from) === day) marks.push({ period, what: 'starts', at: from })
  if (to !== null && lastDayOf(to) === day) marks.push({ period, what: 'ends', at: to })
  if (until !== null && lastDayOf(until) === day) marks.push({ period, what: 'claim', at: until })
  // One without an end is shown where it begins alone: it would fill every day to come.
  if (to !== null && dayOf(from) < day && day < lastDayOf(to))
    marks.push({ period, what: 'runs', at: null })
  return marks
}

/** The day on which something with an exclusive end is last: what ends at midnight ends on the day before. */
function lastDayOf(end: Date): LocalDay {
  return dayOf(new Date(end.getTime() - 1))
}
