import type { AccountId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type {
  Leaderboard,
  LeaderboardEntry,
  LeaderboardQuery,
} from '@gridloom/contract/tiers/leaderboard'
import type { TierTerms } from '@gridloom/contract/tiers/tier'
import { mondayOfWeek, weekBegin, weekKey } from '@gridloom/domain/missions/mission-periods'
import { tierOf } from '@gridloom/domain/tiers/tier-of'
import type { Ctx } from '../../../platform/ctx.ts'
import { memberOf } from '../member-of.ts'
import { mondayOf } from '../points/give-points.ts'
import { countedAfter } from '../points/read-tier.ts'
import { loadTiers } from '../tiers-store.ts'
import { findName, type RankedName, readOwnRank, selectRanked } from './leaderboard-store.ts'

const pageSize = 50
const weeksBack = 52
const weekMs = 7 * 86_400_000

/** Returns a page of a week's leaderboard. @throws Refused `tier_personal`; `invalid_input` for another week */
export async function readLeaderboard(ctx: Ctx, query: LeaderboardQuery): Promise<Leaderboard> {
  const accountId = memberOf(ctx)
  const now = ctx.clock.now()
  const monday = query.week === undefined ? weekBegin(now) : requireWeek(query.week, now)
  const week = mondayOf(monday)
  const ranked = await selectRanked(ctx.db, {
    week,
    after: query.cursor === undefined ? null : placeOf(query.cursor),
    tierSince: countedAfter(now),
    limit: pageSize + 1,
  })
  const shown = ranked.slice(0, pageSize)
  const tiers = await loadTiers(ctx.db)
  const own = await readOwnRank(ctx.db, accountId, week)
  const last = ranked.length > pageSize ? shown.at(-1) : undefined
  return {
    week: weekKey(monday),
    entries: shown.map((one) => entryOf(one, tiers, accountId)),
    next_cursor: last === undefined ? null : `${last.points}:${last.nameKey}`,
    own: {
      name: (await findName(ctx.db, accountId))?.name ?? null,
      points: own.points,
      rank: own.points > 0 ? own.above + 1 : null,
    },
  }
}

function requireWeek(key: string, now: Date): Date {
  const monday = mondayOfWeek(key)
  const present = weekBegin(now).getTime()
  const isShown =
    monday !== null &&
    monday.getTime() <= present &&
    monday.getTime() >= present - weeksBack * weekMs
  if (isShown) return monday
  throw new Refused('invalid_input', { fields: { week: `Use one of the last ${weeksBack} weeks` } })
}

function placeOf(cursor: string): { points: number; nameKey: string } {
  const at = cursor.indexOf(':')
  return { points: Number(cursor.slice(0, at)), nameKey: cursor.slice(at + 1) }
}

function entryOf(
  { rank, name, points, tierPoints, accountId }: RankedName,
  tiers: readonly TierTerms[],
  own: AccountId,
): LeaderboardEntry {
  const { tier, name: badge } = tierOf(tiers, tierPoints)
  return { rank, name, tier, badge, points, own: accountId === own }
}
