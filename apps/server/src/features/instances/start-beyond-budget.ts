import type { MicroUsd } from '@gridloom/contract/core/values'
import { Refused } from '@gridloom/contract/errors'
import { actingKeyId, type Tx } from '../../platform/ctx.ts'
import { covers, lockBudgetLeft, refuseBeyondBudget } from '../budgets/index.ts'
import { lockKeyBudget } from '../keys/index.ts'
import type { InstancesCtx } from './ctx.ts'
import type { InstanceRow } from './schema.ts'

/**
 * Decides whether a start may exceed the budget of the key that the instance was ordered with. That key may not; a user
 * may, by starting it. Another key that has a budget may start only its own instances, as no budget would count what it
 * spends on others.
 * @throws Refused `key_budget_exceeded`, `forbidden`
 */
export async function startBeyondBudget(
  ctx: InstancesCtx,
  tx: Tx,
  { row, microUsd }: { row: InstanceRow; microUsd: MicroUsd },
): Promise<'within' | 'beyond'> {
  const keyId = actingKeyId(ctx)
  if (keyId !== null && keyId === row.api_key_id) {
    await refuseBeyondBudget(ctx, tx, { keyId, microUsd })
    return 'within'
  }
  if (keyId !== null && (await lockKeyBudget(tx, keyId)) !== null)
    throw new Refused('forbidden', { internal: 'a key with a budget starts what it did not order' })
  return covers(await lockBudgetLeft(ctx, tx, row.api_key_id), microUsd) ? 'within' : 'beyond'
}
