import type { MissionId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { Mission, MissionClaim, Missions } from '@gridloom/contract/missions/mission'
import type { TierTerms } from '@gridloom/contract/tiers/tier'
import { streakOf } from '@gridloom/domain/missions/mission-streak'
import { heldDays } from '@gridloom/domain/tiers/tier-of'
import { accountOf } from '../../../platform/ctx.ts'
import type { MissionsCtx } from '../ctx.ts'
import { putStart } from '../missions-store.ts'
import { personOf } from '../person-of.ts'
import { loadMissionSettings } from '../settings-store.ts'
import { claimView } from './claim-view.ts'
import { selectClaims } from './claims-store.ts'
import { type Candidate, findCandidates } from './find-candidates.ts'
import { publishMissions } from './publish-missions.ts'

/** Returns the caller's missions with their progress. @throws Refused `unauthorized`, `mission_personal` */
export async function readMissions(ctx: MissionsCtx): Promise<Missions> {
  const { candidates, claims, account } = await findFor(ctx)
  const [first, ...rest] = candidates
  const hasCurrent = first !== undefined && first.after.length === 0
  const counted = claims.filter(({ state }) => state === 'paid' || state === 'held')
  const view = (one: Candidate) => viewOf(one, account.tierTerms)
  const streak = streakOf(
    counted.map(({ claimed_at }) => claimed_at),
    ctx.clock.now(),
  )
  return {
    current: hasCurrent ? view(first) : null,
    available: (hasCurrent ? rest : candidates).map(view),
    streak_weeks: streak.weeks,
    streak: {
      weeks: streak.weeks,
      longest_weeks: streak.longestWeeks,
      claimed_this_week: streak.isClaimedThisWeek,
      claim_before: streak.claimBefore.toISOString(),
    },
    profile: { flow: account.flow, country: account.country, tier: account.tier },
  }
}

/** Returns the missions whose reward the caller claimed, newest first. @throws Refused `mission_personal` */
export async function listMissionHistory(
  ctx: MissionsCtx,
  query: { page: number; page_size: number },
): Promise<{ missions: MissionClaim[]; total: number }> {
  const rows = await selectClaims(ctx.db, { accountId: personOf(ctx) }, query)
  return { missions: rows.map(claimView), total: rows[0]?.total ?? 0 }
}

/**
 * Starts a mission, which keeps its present version for the caller. Of several met or unmet ones, the one that was
 * started last is the current one. @throws Refused `not_found`
 */
export async function startMission(ctx: MissionsCtx, id: MissionId): Promise<Missions> {
  const { accountId, userId } = accountOf(ctx)
  // A company has no missions, so none of this ID exists for it.
  if (accountId !== userId) throw noSuchMission()
  const { candidates } = await findFor(ctx)
  const found = candidates.find(({ mission }) => mission.id === id)
  if (found === undefined) throw noSuchMission()
  const { own_version: version } = found.mission
  await ctx.transact(async (tx) => {
    await putStart(tx, {
      ...{ account_id: accountId, mission_id: id, version, started_at: ctx.clock.now() },
    })
    await publishMissions(tx, accountId, id)
  })
  return readMissions(ctx)
}

function noSuchMission(): Refused {
  return new Refused('not_found', { details: { what: 'mission' } })
}

async function findFor(ctx: MissionsCtx) {
  return findCandidates(ctx, personOf(ctx), await loadMissionSettings(ctx.db))
}

function viewOf(
  { mission, period, claimUntil, steps, met, after }: Candidate,
  tier: TierTerms,
): Mission {
  const { id, terms, reward_micro_usd, reward_points, repeat } = mission
  const { title, text, match, holding_days } = terms
  return {
    ...{ id, title, text, match, steps: [...steps], reward_micro_usd, reward_points, repeat },
    holding_days: heldDays(holding_days, tier),
    period: period.key,
    from: period.from.toISOString(),
    to: period.to.toISOString(),
    claim_until: claimUntil.toISOString(),
    claims_left: mission.claims_max - mission.claims,
    started: mission.started_at !== null,
    ...{ met, after: [...after] },
  }
}
