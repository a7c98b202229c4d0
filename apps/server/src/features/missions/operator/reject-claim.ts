import { type Tx, userOf } from '../../../platform/ctx.ts'
import { returnMissionBudget } from '../../ledger/index.ts'
import { lockUnclaimedRewards, takeBackReward } from '../../rewards/index.ts'
import { takeBackPoints } from '../../tiers/index.ts'
import { missionSource, pointsKeyOf } from '../claims/claim-mission.ts'
import { markTakenBack, sumHeld, updateClaim } from '../claims/claims-store.ts'
import type { MissionsCtx } from '../ctx.ts'
import { lockMission, updateMission } from '../missions-store.ts'
import type { ClaimRow } from '../schema.ts'
import type { Deciding } from './deciding.ts'

/**
 * Rejects a held claim. A reward that was never paid is free again for another account; one that is frozen returns to the
 * platform; for one that was claimed, other rewards of missions are taken back that its account has not claimed yet.
 */
export async function rejectClaim(
  ctx: MissionsCtx,
  tx: Tx,
  { row, reason }: Deciding,
): Promise<void> {
  await updateClaim(tx, row.id, {
    ...{ state: 'rejected', decision_text: reason, rejected_by: userOf(ctx), released_by: [] },
    ...(row.appealed_at === null ? {} : { appeal_decided_at: ctx.clock.now() }),
  })
  if (row.reward_id === null) return freeReward(ctx, tx, row)
  if (row.reward_claimed) return recover(ctx, tx, row)
  // `false`: the account is closed, which returned its rewards.
  await takeBackReward(ctx, tx, row.reward_id)
}

/** Takes the reward of a paid claim back. Returns whether it did: not one that was claimed. */
export async function takeBack(
  ctx: MissionsCtx,
  tx: Tx,
  { row, reason }: Deciding,
): Promise<boolean> {
  if (row.reward_id !== null && !(await takeBackReward(ctx, tx, row.reward_id))) return false
  await takeBackPoints(ctx, tx, pointsKeyOf(row.id))
  await updateClaim(tx, row.id, { state: 'taken_back', decision_text: reason })
  return true
}

/** Takes whole rewards of other missions back, the newest first, up to the amount of a claim. */
async function recover(ctx: MissionsCtx, tx: Tx, row: ClaimRow): Promise<void> {
  let recovered = 0
  for (const reward of await lockUnclaimedRewards(tx, row.account_id, missionSource)) {
    if (recovered + reward.micro_usd > row.micro_usd) continue
    const reason = 'Taken back for the reward of another mission, which had been claimed'
    if (!(await markTakenBack(tx, reward.id, reason))) continue
    if (!(await takeBackReward(ctx, tx, reward.id))) return
    recovered += reward.micro_usd
  }
  await updateClaim(tx, row.id, { recovered_micro_usd: recovered })
}

/** Makes a rejected reward free for another account, or returns its money where the mission is closed. */
async function freeReward(ctx: MissionsCtx, tx: Tx, row: ClaimRow): Promise<void> {
  const mission = await lockMission(tx, row.mission_id)
  if (mission === undefined) throw new RangeError(`mission ${row.mission_id} is gone`)
  await updateMission(tx, mission.id, { claims: mission.claims - 1 })
  if (mission.closed_at === null) return
  await returnMissionBudget(ctx, tx, {
    ...{ missionId: mission.id, keep: await sumHeld(tx.db, mission.id), key: row.id },
    text: 'Rejected reward of a mission',
  })
}
