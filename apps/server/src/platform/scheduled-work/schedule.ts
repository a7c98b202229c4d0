/** When work is due, in UTC: every hour at a minute, or every day at an hour and a minute. */
export type Schedule =
  | { readonly every: 'hour'; readonly minute: number }
  | { readonly every: 'day'; readonly hour: number; readonly minute: number }

const hourMs = 60 * 60_000
const stepMs = { hour: hourMs, day: 24 * hourMs } as const

/** Returns the latest time, now included, at which the work was due. */
export function lastDueAt(schedule: Schedule, now: Date): Date {
  const due = new Date(now)
  due.setUTCMinutes(schedule.minute, 0, 0)
  if (schedule.every === 'day') due.setUTCHours(schedule.hour)
  if (due > now) due.setTime(due.getTime() - stepMs[schedule.every])
  return due
}
