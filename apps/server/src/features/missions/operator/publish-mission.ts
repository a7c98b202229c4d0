import type { MissionId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { OperatorMission } from '@gridloom/contract/missions/mission'
import type { Ctx } from '../../../platform/ctx.ts'
import { operatorOf } from '../../accounts/index.ts'
import { holdMissionBudget } from '../../ledger/index.ts'
import { lockMission, selectTitles, updateMission } from '../missions-store.ts'
import { conflict, noSuchMission, readMission, stateOf } from './missions.ts'

/**
 * Publishes a draft and holds its budget in the ledger, in one transaction.
 * @throws Refused `not_found`; `state_conflict` for one that is published; `invalid_input` for one whose end has passed
 */
export async function publishMission(ctx: Ctx, id: MissionId): Promise<OperatorMission> {
  operatorOf(ctx)
  await ctx.transact(async (tx) => {
    const row = await lockMission(tx, id)
    if (row === undefined) throw noSuchMission()
    const now = ctx.clock.now()
    const state = stateOf(row, now)
    if (state !== 'draft') throw conflict(state)
    if (row.ends_at <= now)
      throw new Refused('invalid_input', { fields: { ends_at: 'The end has passed' } })
    const title = (await selectTitles(tx.db, [id])).get(id) ?? id
    const microUsd = row.reward_micro_usd * row.claims_max
    // Points alone need no budget.
    const isHeld =
      microUsd === 0 ||
      (await holdMissionBudget(ctx, tx, {
        ...{ missionId: id, microUsd, text: `Budget of the mission ${title}` },
      }))
    if (!isHeld) throw conflict('published')
    await updateMission(tx, id, { published_at: now })
    ctx.log.info(
      { event: 'missions.budget_reserved', missionId: id, microUsd },
      'a mission was published',
    )
  })
  return readMission(ctx, id)
}
