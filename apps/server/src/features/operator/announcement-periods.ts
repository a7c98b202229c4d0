import type { ReadCalendarPeriods } from '../../platform/feature.ts'
import { selectShownBetween } from './announcements-store.ts'

/** Returns the announcements that users see or saw in a time; those of later are not told before they begin. */
export const announcementPeriods: ReadCalendarPeriods = async ({ db, clock }, { from, to }) => {
  const latest = new Date(Math.min(to.getTime(), clock.now().getTime()))
  const rows = await selectShownBetween(db, { from, to: latest })
  return rows.map(({ id, text, starts_at: begins, ends_at: ends }) => ({
    ...{ kind: 'announcement' as const, id, title: text, from: begins, to: ends },
    ...{ until: null, changedAt: begins },
  }))
}
