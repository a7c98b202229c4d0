import type { Ctx, Tx } from '../../../platform/ctx.ts'
import { returnMissionBudget } from '../../ledger/index.ts'
import { sumHeld } from '../claims/claims-store.ts'
import { graceMsOf } from '../claims/find-candidates.ts'
import { lockMission, selectToClose, updateMission } from '../missions-store.ts'
import type { MissionRow } from '../schema.ts'
import { loadMissionSettings } from '../settings-store.ts'

type CloseCtx = Pick<Ctx, 'db' | 'clock' | 'ids' | 'log' | 'transact'>

/** Closes missions whose claims are over: the rest of their budgets is returned. A second run finds none. */
export async function closeMissions(ctx: CloseCtx): Promise<void> {
  const graceMs = graceMsOf(await loadMissionSettings(ctx.db))
  const endedBefore = new Date(ctx.clock.now().getTime() - graceMs)
  for (const id of await selectToClose(ctx.db, endedBefore))
    await ctx.transact(async (tx) => {
      const row = await lockMission(tx, id)
      if (row === undefined || row.closed_at !== null || row.ends_at > endedBefore) return
      await closeIn(ctx, tx, row)
    })
}

/** Closes a mission whose row is locked. What held claims may need stays in the budget until they are decided. */
export async function closeIn(
  ctx: Pick<CloseCtx, 'clock' | 'ids' | 'log'>,
  tx: Tx,
  { id }: MissionRow,
): Promise<void> {
  const returned = await returnMissionBudget(ctx, tx, {
    ...{ missionId: id, keep: await sumHeld(tx.db, id), key: 'closed' },
    text: 'Rest of the budget of a mission',
  })
  await updateMission(tx, id, { closed_at: ctx.clock.now() })
  ctx.log.info(
    { event: 'missions.budget_returned', missionId: id, microUsd: returned },
    'a mission was closed',
  )
}
