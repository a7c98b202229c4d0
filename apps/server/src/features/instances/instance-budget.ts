import type { MicroUsd } from '@gridloom/contract/core/values'
import type { Tx } from '../../platform/ctx.ts'
import { type KeySpendCtx, lockBudgetLeft } from '../budgets/index.ts'
import type { InstanceRow } from './schema.ts'

/**
 * Returns the amount that the key of an instance's order may still put on hold; `null` for an instance without such a
 * key, and for one that a user runs beyond the budget. Locks the key as {@link lockBudgetLeft} does.
 */
export function lockInstanceBudgetLeft(
  ctx: KeySpendCtx,
  tx: Tx,
  row: InstanceRow,
): Promise<MicroUsd | null> {
  return lockBudgetLeft(ctx, tx, row.past_key_budget ? null : row.api_key_id)
}
