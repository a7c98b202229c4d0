import type { AccountId, RewardId } from '@gridloom/contract/core/ids'
import { type Tx, userOf } from '../../../platform/ctx.ts'
import { giveReward, releaseReward } from '../../rewards/index.ts'
import { giveClaimPoints, missionSource, payMission } from '../claims/claim-mission.ts'
import { updateClaim } from '../claims/claims-store.ts'
import { requireCovered } from '../claims/require-covered.ts'
import type { MissionsCtx } from '../ctx.ts'
import { selectVersion, takeClaim } from '../missions-store.ts'
import type { ClaimRow } from '../schema.ts'
import type { Deciding } from './deciding.ts'

/** Pays a held claim, or lets its reward go on that was paid before. @throws Refused `mission_reward_bound` */
export async function payHeld(ctx: MissionsCtx, tx: Tx, deciding: Deciding): Promise<void> {
  const { row } = deciding
  const { account_id: accountId, reward_id: rewardId, id: claimId, period } = row
  const mission = await missionOf(tx, row)
  if (rewardId === null) {
    // The claim counts as rewarded while it is held.
    if (row.micro_usd > 0) await cover(ctx, tx, deciding, 0)
    const paid = await payMission(ctx, tx, { accountId, mission, period, claimId })
    return settle(ctx, tx, deciding, paid)
  }
  if (!row.reward_claimed) await releaseReward(ctx, tx, { accountId, id: rewardId })
  await giveClaimPoints(ctx, tx, { accountId, mission, claimId })
  await settle(ctx, tx, deciding, rewardId)
}

/**
 * Gives again what a rejection took. A reward that was never paid comes from the budget of its mission, unless that is
 * used up or returned; everything else from the platform's credit, where the rejection returned it to.
 * @throws Refused `mission_reward_bound`
 */
export async function payAfterAppeal(ctx: MissionsCtx, tx: Tx, deciding: Deciding): Promise<void> {
  const { row } = deciding
  const microUsd = row.reward_claimed ? row.recovered_micro_usd : row.micro_usd
  const isPaidFirst = row.reward_id === null
  const mission = await missionOf(tx, row)
  if (microUsd > 0) await cover(ctx, tx, deciding, microUsd)
  await giveClaimPoints(ctx, tx, { accountId: row.account_id, mission, claimId: row.id })
  // Counted again, as its rejection gave it free, also where it is points alone.
  const isFromBudget = isPaidFirst && (await takeClaim(tx, row.mission_id))
  if (microUsd === 0) return settle(ctx, tx, deciding, row.reward_id)
  const given = await giveReward(ctx, tx, {
    ...{ accountId: row.account_id, microUsd, source: missionSource },
    ...{ key: `${missionSource}:appeal:${row.id}`, text: `Mission: ${mission.terms.title}` },
    payableAt: ctx.clock.now(),
    ...(isFromBudget ? { missionId: row.mission_id } : {}),
  })
  if (given === null) throw new RangeError(`claim ${row.id} was paid after its appeal before`)
  await settle(ctx, tx, deciding, row.reward_claimed ? row.reward_id : given.id)
}

async function cover(
  ctx: MissionsCtx,
  tx: Tx,
  { row, line, settings }: Deciding,
  rewardMicroUsd: number,
): Promise<void> {
  const { share_basis_points: share } = settings
  await requireCovered(ctx, tx, { line, rewardMicroUsd, share, claimUntil: row.claim_until })
}

async function settle(
  ctx: MissionsCtx,
  tx: Tx,
  { row, reason }: Deciding,
  rewardId: RewardId | null,
): Promise<void> {
  const operator: AccountId = userOf(ctx)
  await updateClaim(tx, row.id, {
    ...{ state: 'paid', reward_id: rewardId, decision_text: reason, recovered_micro_usd: 0 },
    released_by: [...row.released_by, operator],
    ...(row.appealed_at === null ? {} : { appeal_decided_at: ctx.clock.now() }),
  })
}

async function missionOf(tx: Tx, row: ClaimRow) {
  const mission = await selectVersion(tx.db, row.mission_id, row.version)
  if (mission === undefined) throw new RangeError(`mission ${row.mission_id} is gone`)
  return mission
}
