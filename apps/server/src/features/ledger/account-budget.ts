import type { AccountId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import { Refused } from '@gridloom/contract/errors'
import { periodBegin } from '@gridloom/domain/budget-period'
import { formatUsdExact } from '@gridloom/domain/money-format'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import { type BudgetUseRow, selectBudgetLeft, selectUse } from './account-budget-store.ts'

/**
 * What the budget of an account leaves for its holds, never below zero: infinite where spending does not stop at it.
 * Lock the balance first where the answer must stay true.
 */
export async function budgetLeftOf(
  { clock }: Pick<Ctx, 'clock'>,
  tx: Tx,
  accountId: AccountId,
): Promise<number> {
  const now = clock.now()
  const left = await selectBudgetLeft(tx.db, accountId, {
    daily: periodBegin('daily', now),
    weekly: periodBegin('weekly', now),
    monthly: periodBegin('monthly', now),
  })
  return left === undefined ? Number.POSITIVE_INFINITY : Math.max(0, left)
}

/** What an account was charged since the beginning of a UTC day, and what is on hold now, read together. */
export function readBudgetUse(db: Db, accountId: AccountId, since: Date): Promise<BudgetUseRow> {
  return selectUse(db, accountId, since)
}

/** The refusal of an amount that the account's budget does not cover, with both amounts as text and in micro-dollars. */
export function accountBudgetExceeded(need: MicroUsd, left: MicroUsd): Refused {
  const have = Math.max(0, left)
  return new Refused('account_budget_exceeded', {
    details: {
      need: formatUsdExact(need),
      have: formatUsdExact(have),
      need_micro_usd: need,
      have_micro_usd: have,
    },
  })
}
