import type { MissionId } from '@gridloom/contract/core/ids'
import type { OperatorMission } from '@gridloom/contract/missions/mission'
import type { Ctx } from '../../../platform/ctx.ts'
import { operatorOf } from '../../accounts/index.ts'
import { lockMission, updateMission } from '../missions-store.ts'
import { closeIn } from './close-missions.ts'
import { conflict, noSuchMission, readMission, stateOf } from './missions.ts'

const hourMs = 3_600_000

/**
 * Ends a mission at the next full hour, as facts are counted by hours; its claims stay open for the grace. One that has
 * not begun is closed, and its budget returned. @throws Refused `not_found`, `state_conflict`
 */
export async function endMission(ctx: Ctx, id: MissionId): Promise<OperatorMission> {
  operatorOf(ctx)
  await ctx.transact(async (tx) => {
    const row = await lockMission(tx, id)
    if (row === undefined) throw noSuchMission()
    const now = ctx.clock.now()
    const state = stateOf(row, now)
    if (state === 'scheduled') return closeIn(ctx, tx, row)
    if (state !== 'active') throw conflict(state)
    const nextHour = new Date((Math.floor(now.getTime() / hourMs) + 1) * hourMs)
    if (nextHour < row.ends_at) await updateMission(tx, id, { ends_at: nextHour })
  })
  return readMission(ctx, id)
}
