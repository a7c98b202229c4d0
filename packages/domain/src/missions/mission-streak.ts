import { weekBegin } from './mission-periods.ts'

const weekMs = 7 * 86_400_000

/** Weeks in a row with a claim (ISO weeks, UTC). */
export interface MissionStreak {
  /** Up to this week, or the one before as long as this one can still have a claim. */
  readonly weeks: number
  /** Of all time. */
  readonly longestWeeks: number
  readonly isClaimedThisWeek: boolean
  /** Without a claim until then, the streak begins again: the end of the week after the last one that has a claim. */
  readonly claimBefore: Date
}

export function streakOf(claimedAt: readonly Date[], now: Date): MissionStreak {
  const weeks = new Set(claimedAt.map((at) => weekBegin(at).getTime()))
  const present = weekBegin(now).getTime()
  const isClaimedThisWeek = weeks.has(present)
  return {
    weeks: runUntil(weeks, isClaimedThisWeek ? present : present - weekMs),
    longestWeeks: longestRun(weeks),
    isClaimedThisWeek,
    claimBefore: new Date(present + (isClaimedThisWeek ? 2 : 1) * weekMs),
  }
}

function runUntil(weeks: ReadonlySet<number>, last: number): number {
  let run = 0
  for (let begin = last; weeks.has(begin); begin -= weekMs) run += 1
  return run
}

/** Each run is counted from its last week alone, so the time is linear. */
function longestRun(weeks: ReadonlySet<number>): number {
  let longest = 0
  for (const begin of weeks)
    if (!weeks.has(begin + weekMs)) longest = Math.max(longest, runUntil(weeks, begin))
  return longest
}
