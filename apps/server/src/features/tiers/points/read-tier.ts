import type { AccountId } from '@gridloom/contract/core/ids'
import { type TierTerms, tierPointsDays } from '@gridloom/contract/tiers/tier'
import { tierOf } from '@gridloom/domain/tiers/tier-of'
import type { Db } from '../../../platform/database/connect.ts'
import { loadTiers } from '../tiers-store.ts'
import { sumPoints } from './points-store.ts'

const dayMs = 86_400_000

/** The time after which points count for the tier. */
export function countedAfter(now: Date): Date {
  return new Date(now.getTime() - tierPointsDays * dayMs)
}

/** Returns the tier that an account has now, with what it gives. */
export async function readTier(db: Db, accountId: AccountId, now: Date): Promise<TierTerms> {
  const points = await sumPoints(db, accountId, countedAfter(now))
  return tierOf(await loadTiers(db), points)
}
