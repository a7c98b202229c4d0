import type { Tx } from '../../platform/ctx.ts'
import { readBalance, readInstanceMoney, topUpHold } from '../ledger/index.ts'
import type { InstancesCtx } from './ctx.ts'
import { holdKey } from './hold-key.ts'
import { leastLeft, lockBudgetsLeft } from './instance-budget.ts'
import { unbookedOf } from './instance-view.ts'
import { readSpendRate } from './read-spend-rate.ts'
import type { InstanceRow } from './schema.ts'

/**
 * Tops the hold up to the metered use that is not booked, as far as the balance and the budgets allow. Needed after
 * a gap that is charged: it may have cost more than is held ahead, and the hold of a lost instance was released.
 */
export async function coverUse(ctx: InstancesCtx, tx: Tx, row: InstanceRow): Promise<void> {
  const { account_id: accountId, id } = row
  const money = (await readInstanceMoney(tx.db, [id])).get(id)
  const missing = unbookedOf(row) - (money?.heldMicroUsd ?? 0)
  if (missing <= 0) return
  const balance = await readBalance({ ...ctx, db: tx.db }, accountId, { spendRate: readSpendRate })
  const budgetLeft = leastLeft(await lockBudgetsLeft(ctx, tx, row))
  const microUsd = Math.min(missing, balance.available_micro_usd, budgetLeft)
  if (microUsd <= 0) return
  await topUpHold(ctx, tx, { accountId, purpose: id, microUsd, key: holdKey('gap', row) })
}
