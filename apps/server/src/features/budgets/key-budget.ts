import type { ApiKeyId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { Refused } from '@gridloom/contract/errors'
import { periodBegin } from '@gridloom/domain/budget-period'
import type { Tx } from '../../platform/ctx.ts'
import { lockKeyBudget } from '../keys/index.ts'
import { ledgerBudgetExceeded } from '../ledger/index.ts'
import type { KeySpendCtx } from './key-spend.ts'

/**
 * The amount that a key may still put on hold in the current period; `null` for a key without a budget. The row of the
 * key stays locked until the transaction ends, so that orders and top-ups with one key are decided one after the other.
 */
export async function lockBudgetLeft(
  ctx: KeySpendCtx,
  tx: Tx,
  keyId: ApiKeyId | null,
): Promise<MicroUsd | null> {
  if (keyId === null) return null
  const budget = await lockKeyBudget(tx, keyId)
  if (budget === null) return null
  const since = periodBegin(budget.period, ctx.clock.now())
  const spent = (await ctx.keySpendOf(tx.db, [{ id: keyId, since }])).get(keyId)
  return budget.microUsd - (spent?.chargedMicroUsd ?? 0) - (spent?.heldMicroUsd ?? 0)
}

/** Whether the rest of a budget covers an amount. */
export function covers(leftMicroUsd: MicroUsd | null, microUsd: MicroUsd): boolean {
  return leftMicroUsd === null || microUsd <= leftMicroUsd
}

/** The refusal of an amount that a key's budget does not cover, with both amounts as text and in micro-dollars. */
export function budgetExceeded(need: MicroUsd, left: MicroUsd): Refused {
  return ledgerBudgetExceeded('key_budget', need, left)
}

/** Refuses an amount that the key's budget does not cover. @throws Refused `key_budget_exceeded` */
export async function refuseBeyondBudget(
  ctx: KeySpendCtx,
  tx: Tx,
  { keyId, microUsd }: { keyId: ApiKeyId | null; microUsd: MicroUsd },
): Promise<void> {
  const left = await lockBudgetLeft(ctx, tx, keyId)
  if (left !== null && !covers(left, microUsd)) throw budgetExceeded(microUsd, left)
}
