import { freeStartPerDayS, freeStartS } from '@gridloom/contract/core/constants'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import { hasBegun } from './charge-use.ts'
import { sumFreeSeconds } from './instances-store.ts'
import type { InstanceRow } from './schema.ts'

const dayMs = 24 * 60 * 60 * 1_000

/**
 * Returns how many seconds an instance may still run or keep its disk free of charge: the rest of its order's free
 * start, at most the rest of the daily allowance of the user who ordered it. The allowance counts all accounts that
 * they order for.
 */
export async function freeStartLeft(
  { clock }: Pick<Ctx, 'clock'>,
  tx: Tx,
  row: InstanceRow,
): Promise<number> {
  if (hasBegun(row)) return 0
  const since = new Date(clock.now().getTime() - dayMs)
  const usedS = await sumFreeSeconds(tx.db, row.placed_by ?? row.account_id, since)
  return Math.max(0, Math.min(freeStartS - row.free_s, freeStartPerDayS - usedS))
}
