/** The times of a mission that decide its state. */
export interface MissionTimes {
  readonly startsAt: Date
  readonly endsAt: Date
  readonly publishedAt: Date | null
  /** When the rest of its budget was returned. */
  readonly closedAt: Date | null
}

/**
 * `draft` → `scheduled` → `active` → `ended` → `closed`. In `ended` what was met before can still be claimed; `closed`
 * returned the rest of the budget.
 */
export type MissionState = 'draft' | 'scheduled' | 'active' | 'ended' | 'closed'

export function missionState(times: MissionTimes, now: Date): MissionState {
  if (times.publishedAt === null) return 'draft'
  if (times.closedAt !== null) return 'closed'
  if (now < times.startsAt) return 'scheduled'
  return now < times.endsAt ? 'active' : 'ended'
}
