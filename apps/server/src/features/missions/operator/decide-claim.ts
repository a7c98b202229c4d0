import type { AccountId, MissionClaimId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type {
  ClaimDecision,
  MissionClaimState,
  MissionSettings,
  ReviewedClaim,
} from '@gridloom/contract/missions/mission'
import { type Ctx, type Tx, userOf } from '../../../platform/ctx.ts'
import { operatorOf } from '../../accounts/index.ts'
import { referrersAbove } from '../../affiliate/index.ts'
import { returnMissionBudget } from '../../ledger/index.ts'
import { takeBackReward } from '../../rewards/index.ts'
import { payMission } from '../claims/claim-mission.ts'
import { reviewedView } from '../claims/claim-view.ts'
import { lockClaim, lockTree, selectClaims, sumHeld, updateClaim } from '../claims/claims-store.ts'
import { requireCovered } from '../claims/require-covered.ts'
import { lockMission, selectVersion, updateMission } from '../missions-store.ts'
import type { ClaimRow } from '../schema.ts'
import { loadMissionSettings } from '../settings-store.ts'

/** A page of claims in a state, newest first. @throws Refused `unauthorized`, `forbidden` */
export async function listClaims(
  ctx: Ctx,
  query: { state: MissionClaimState; page: number; page_size: number },
): Promise<{ claims: ReviewedClaim[]; total: number }> {
  operatorOf(ctx)
  const { two_releases_above_micro_usd: twoAbove } = await loadMissionSettings(ctx.db)
  const rows = await selectClaims(ctx.db, { state: query.state }, query)
  return { claims: rows.map((row) => reviewedView(row, twoAbove)), total: rows[0]?.total ?? 0 }
}

/**
 * Decides on a claim: pays or rejects one that is held, or takes a reward back that its account has not claimed.
 * @throws Refused `not_found`; `state_conflict` for a claim in another state, a reward that was claimed, and a second
 * release by one operator; `mission_reward_bound` where fees were given back since the claim
 */
export async function decideOnClaim(
  ctx: Ctx,
  id: MissionClaimId,
  decision: ClaimDecision,
): Promise<ReviewedClaim> {
  operatorOf(ctx)
  const settings = await loadMissionSettings(ctx.db)
  const found = await ctx.transact(async (tx) => {
    const [listed] = await selectClaims(tx.db, { id }, { page: 1, page_size: 1 })
    if (listed === undefined) throw new Refused('not_found', { details: { what: 'claim' } })
    const line = await referrersAbove(tx.db, listed.account_id)
    // The order of a claim: its tree before its rows.
    await lockTree(tx, line)
    const row = await lockClaim(tx, id)
    if (row === undefined) throw new Refused('not_found', { details: { what: 'claim' } })
    tx.note({ subject: id })
    await decide(ctx, tx, { row, line, settings, decision })
    const [decided] = await selectClaims(tx.db, { id }, { page: 1, page_size: 1 })
    return decided ?? listed
  })
  return reviewedView(found, settings.two_releases_above_micro_usd)
}

interface Deciding {
  readonly row: ClaimRow
  readonly line: readonly AccountId[]
  readonly settings: MissionSettings
  readonly decision: ClaimDecision
}

async function decide(ctx: Ctx, tx: Tx, deciding: Deciding): Promise<void> {
  const { row, decision } = deciding
  const needed = decision.decision === 'take_back' ? 'paid' : 'held'
  if (row.state !== needed) throw conflict(row.state)
  if (decision.decision === 'release') return release(ctx, tx, deciding)
  const decision_text = decision.reason
  if (decision.decision === 'reject') {
    await updateClaim(tx, row.id, { state: 'rejected', decision_text })
    return freeReward(ctx, tx, row)
  }
  if (row.reward_id === null || !(await takeBackReward(ctx, tx, row.reward_id)))
    throw conflict('claimed')
  await updateClaim(tx, row.id, { state: 'taken_back', decision_text })
}

async function release(
  ctx: Ctx,
  tx: Tx,
  { row, line, settings, decision }: Deciding,
): Promise<void> {
  const operator = userOf(ctx)
  if (row.released_by.includes(operator)) throw conflict('released by you')
  const released = [...row.released_by, operator]
  const needed = row.micro_usd > settings.two_releases_above_micro_usd ? 2 : 1
  if (released.length < needed) return updateClaim(tx, row.id, { released_by: released })
  // The claim counts as rewarded while it is held.
  const { share_basis_points: share } = settings
  await requireCovered(ctx, tx, { line, rewardMicroUsd: 0, share, claimUntil: row.claim_until })
  const mission = await selectVersion(tx.db, row.mission_id, row.version)
  if (mission === undefined) throw new RangeError(`mission ${row.mission_id} is gone`)
  const { account_id: accountId, period } = row
  const rewardId = await payMission(ctx, tx, { accountId, mission, period })
  await updateClaim(tx, row.id, {
    ...{ state: 'paid', reward_id: rewardId, released_by: released },
    decision_text: decision.reason,
  })
}

/** Makes a rejected reward free for another account, or returns its money where the mission is closed. */
async function freeReward(ctx: Ctx, tx: Tx, row: ClaimRow): Promise<void> {
  const mission = await lockMission(tx, row.mission_id)
  if (mission === undefined) throw new RangeError(`mission ${row.mission_id} is gone`)
  await updateMission(tx, mission.id, { claims: mission.claims - 1 })
  if (mission.closed_at === null) return
  await returnMissionBudget(ctx, tx, {
    ...{ missionId: mission.id, keep: await sumHeld(tx.db, mission.id), key: row.id },
    text: 'Rejected reward of a mission',
  })
}

function conflict(state: string): Refused {
  return new Refused('state_conflict', { details: { what: 'claim', state } })
}
