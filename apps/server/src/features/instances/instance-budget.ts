import type { MicroUsd } from '@gridloom/contract/core/values'
import { Refused } from '@gridloom/contract/errors'
import type { HoldSituation } from '@gridloom/domain/hold'
import { formatUsdExact } from '@gridloom/domain/money-format'
import type { Tx } from '../../platform/ctx.ts'
import { covers, type KeySpendCtx, lockBudgetLeft } from '../budgets/index.ts'
import { type InstanceMoney, readInstanceMoney } from '../ledger/index.ts'
import type { InstanceRow } from './schema.ts'

/** What may still be put on hold for an instance, by each of the two budgets that bind it. */
export type BudgetsLeft = Pick<HoldSituation, 'budgetLeftMicroUsd' | 'instanceBudgetLeftMicroUsd'>

/**
 * Returns the amounts that the instance's own budget, and the key of its order, still allow to be put on hold. The key
 * does not bind an instance that a user runs beyond the key's budget; its own budget always does. Locks the key as
 * {@link lockBudgetLeft} does; the row of the instance must be locked.
 */
export async function lockBudgetsLeft(
  ctx: KeySpendCtx,
  tx: Tx,
  row: InstanceRow,
): Promise<BudgetsLeft> {
  const keyId = row.past_key_budget ? null : row.api_key_id
  return {
    budgetLeftMicroUsd: await lockBudgetLeft(ctx, tx, keyId),
    instanceBudgetLeftMicroUsd: await budgetLeftOf(tx, row),
  }
}

/**
 * The part of an instance's budget that is neither charged nor on hold; `null` without a budget. Charges come from the
 * hold alone, so that what is never put on hold is never charged: the budget is a lease.
 */
async function budgetLeftOf(tx: Tx, row: InstanceRow): Promise<MicroUsd | null> {
  if (row.budget_micro_usd === null) return null
  const money = (await readInstanceMoney(tx.db, [row.id])).get(row.id)
  return row.budget_micro_usd - takenOf(money)
}

/** What an instance has cost, and what is on hold for it. */
export function takenOf(money: InstanceMoney | undefined): MicroUsd {
  return (money?.chargedMicroUsd ?? 0) + (money?.heldMicroUsd ?? 0)
}

/** Whether both budgets cover an amount. */
export function coversStart(left: BudgetsLeft, microUsd: MicroUsd): boolean {
  return (
    covers(left.budgetLeftMicroUsd, microUsd) && covers(left.instanceBudgetLeftMicroUsd, microUsd)
  )
}

/** The least that both budgets leave; infinite without any. */
export function leastLeft(left: BudgetsLeft): number {
  const { budgetLeftMicroUsd: key, instanceBudgetLeftMicroUsd: own } = left
  return Math.min(key ?? Number.POSITIVE_INFINITY, own ?? Number.POSITIVE_INFINITY)
}

/**
 * Refuses to put an amount on hold that the instance's own budget does not cover.
 * @throws Refused `instance_budget_exceeded`
 */
export async function refuseBeyondOwnBudget(
  tx: Tx,
  row: InstanceRow,
  microUsd: MicroUsd,
): Promise<void> {
  const left = await budgetLeftOf(tx, row)
  if (!covers(left, microUsd)) throw ownBudgetExceeded(microUsd, left ?? 0)
}

/** The refusal of an amount that the instance's own budget does not cover. */
export function ownBudgetExceeded(need: MicroUsd, left: MicroUsd): Refused {
  const have = Math.max(0, left)
  return new Refused('instance_budget_exceeded', {
    details: {
      need: formatUsdExact(need),
      have: formatUsdExact(have),
      need_micro_usd: need,
      have_micro_usd: have,
    },
  })
}
