import type { ApiKeyId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import { Refused } from '@gridloom/contract/errors'
import { periodBegin } from '@gridloom/domain/inference/budget-period'
import { formatUsdExact } from '@gridloom/domain/money-format'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import { lockKeyBudget } from '../identity/index.ts'
import type { SpendingKey } from '../ledger/index.ts'
import type { InstanceRow } from './schema.ts'

/**
 * What was spent since a moment and is set aside with each key, for whatever: a key that spent nothing may be left out.
 */
export type KeySpend = (
  db: Db,
  keys: readonly SpendingKey[],
) => Promise<ReadonlyMap<ApiKeyId, MicroUsd>>

/** What is spent with keys in several ways, as one. */
export function addKeySpends(spends: readonly KeySpend[]): KeySpend {
  return async (db, keys) => {
    const sums = new Map<ApiKeyId, MicroUsd>()
    for (const spendOf of spends) {
      for (const [id, microUsd] of await spendOf(db, keys))
        sums.set(id, (sums.get(id) ?? 0) + microUsd)
    }
    return sums
  }
}

/** What deciding within a key's budget needs; the container puts all that is spent together. */
export interface KeySpendCtx extends Pick<Ctx, 'clock'> {
  readonly keySpendOf: KeySpend
}

/**
 * What may still be set aside with a key in this period, or `null` where nothing bounds it. Its row stays locked until the
 * transaction ends, so that any number of orders and top-ups with one key are decided one after the other.
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
  const spent = await ctx.keySpendOf(tx.db, [{ id: keyId, since }])
  return budget.microUsd - (spent.get(keyId) ?? 0)
}

/** The same for the key that an instance was ordered with, unless a person lets the instance go on beyond it. */
export function lockBudgetLeftOf(
  ctx: KeySpendCtx,
  tx: Tx,
  row: InstanceRow,
): Promise<MicroUsd | null> {
  return lockBudgetLeft(ctx, tx, row.past_key_budget ? null : row.api_key_id)
}

/** Whether what is left covers an amount. */
export function covers(leftMicroUsd: MicroUsd | null, microUsd: MicroUsd): boolean {
  return leftMicroUsd === null || microUsd <= leftMicroUsd
}

/** What the order would take, and what the key has left, as money and in micro-dollars. */
export function budgetExceeded(need: MicroUsd, left: MicroUsd): Refused {
  const have = Math.max(0, left)
  return new Refused('key_budget_exceeded', {
    details: {
      need: formatUsdExact(need),
      have: formatUsdExact(have),
      need_micro_usd: need,
      have_micro_usd: have,
    },
  })
}

/** @throws Refused `key_budget_exceeded` where the key's budget does not cover the amount any more */
export async function refuseBeyondBudget(
  ctx: KeySpendCtx,
  tx: Tx,
  { keyId, microUsd }: { keyId: ApiKeyId | null; microUsd: MicroUsd },
): Promise<void> {
  const left = await lockBudgetLeft(ctx, tx, keyId)
  if (left !== null && !covers(left, microUsd)) throw budgetExceeded(microUsd, left)
}
