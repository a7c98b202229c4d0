import { freeStartPerDayS, freeStartS } from '@gridloom/contract/core/constants'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import { hasBegun } from './charge-use.ts'
import { sumFreeSeconds } from './instances-store.ts'
import type { InstanceRow } from './schema.ts'

const dayMs = 24 * 60 * 60 * 1_000

/**
 * How many seconds an instance may still run or keep its disk for nothing: what is left of its order's free start, and of
 * what the user who ordered it may have within a day. The latter counts whoever they ordered for.
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
