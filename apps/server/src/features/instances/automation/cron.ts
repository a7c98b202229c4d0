import { Cron } from 'croner'

/** Two times of one expression are never nearer. */
const gapMinMs = 15 * 60_000
/** Times of an expression that are looked at for {@link gapMinMs}. */
const timesChecked = 24

/**
 * Returns the next time of a cron expression after `after`, by the clocks of a time zone; `null`: never again. Of a
 * time that daylight saving repeats the first counts; one that it skips happens when the clocks go on.
 */
export function nextTime(expression: string, timeZone: string, after: Date): Date | null {
  return new Cron(expression, { timezone: timeZone, paused: true }).nextRun(after)
}

/** Returns the times of an expression after `after` and up to `until`, at most `max`. */
export function timesBetween(
  { expression, timeZone }: { expression: string; timeZone: string },
  { after, until, max }: { after: Date; until: Date; max: number },
): Date[] {
  const cron = new Cron(expression, {
    timezone: timeZone,
    paused: true,
    stopAt: until.toISOString(),
  })
  return cron.nextRuns(max, after)
}

/** Returns what is wrong with an expression, as a message to its author; `undefined`: nothing. */
export function problemOfCron(expression: string, timeZone: string, now: Date): string | undefined {
  const times = upcoming(expression, timeZone, now)
  if (times === undefined) return 'must be a cron expression such as 0 8 * * 1-5'
  if (times.length === 0) return 'must happen at least once'
  const tooNear = times.some((time, at) => {
    const before = times[at - 1]
    return before !== undefined && time.getTime() - before.getTime() < gapMinMs
  })
  return tooNear ? 'must leave at least 15 minutes between two times' : undefined
}

function upcoming(expression: string, timeZone: string, now: Date): Date[] | undefined {
  try {
    return new Cron(expression, { timezone: timeZone, paused: true }).nextRuns(timesChecked, now)
  } catch {
    // @NOTE an invalid expression is a TypeError or a RangeError.
    return undefined
  }
}
