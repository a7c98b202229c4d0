import { isForAccount } from '@gridloom/domain/missions/is-for-account'
import type { CalendarPeriod, ReadCalendarPeriods } from '../../platform/feature.ts'
import { readAudienceAccount } from './audience-account.ts'
import { graceMsOf } from './claims/find-candidates.ts'
import { selectBetween } from './missions-store.ts'
import { loadMissionSettings } from './settings-store.ts'

/** Returns the windows of published missions that an account can do, also of those that begin later. */
export const missionPeriods: ReadCalendarPeriods = async (
  { db, clock },
  { accountId, from, to },
) => {
  const graceMs = graceMsOf(await loadMissionSettings(db))
  const account = await readAudienceAccount(db, accountId, clock.now())
  const earliest = new Date(from.getTime() - graceMs)
  const missions = await selectBetween(db, { from: earliest, to })
  return missions
    .filter(({ terms }) => isForAccount(terms.audience, account))
    .map(
      ({
        id,
        terms,
        starts_at: begins,
        ends_at: ends,
        created_at: made,
        published_at: published,
      }): CalendarPeriod => ({
        ...{ kind: 'mission', id, title: terms.title, from: begins, to: ends },
        until: new Date(ends.getTime() + graceMs),
        changedAt: published ?? made,
      }),
    )
}
