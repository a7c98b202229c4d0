import type { TierStatus } from '@gridloom/contract/tiers/tier'
import { tierStatus } from '@gridloom/domain/tiers/tier-of'
import type { Ctx } from '../../platform/ctx.ts'
import { memberOf } from './member-of.ts'
import { sumPoints } from './points/points-store.ts'
import { countedAfter } from './points/read-tier.ts'
import { loadTiers } from './tiers-store.ts'

/** Returns the caller's tier and points. @throws Refused `unauthorized`, `tier_personal` */
export async function readTierStatus(ctx: Ctx): Promise<TierStatus> {
  const accountId = memberOf(ctx)
  const points = await sumPoints(ctx.db, accountId, countedAfter(ctx.clock.now()))
  return tierStatus(await loadTiers(ctx.db), points)
}
