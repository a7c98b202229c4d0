import type { AccountId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import { Refused } from '@gridloom/contract/errors'
import { periodBegin } from '@gridloom/domain/budget-period'
import type { BudgetBound } from '@gridloom/domain/hold'
import { formatUsdExact } from '@gridloom/domain/money-format'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import { selectBudgetsLeft } from './account-budget-store.ts'
import type { Purpose } from './ledger-accounts.ts'

export { selectUse as readBudgetUse } from './account-budget-store.ts'

/** What the budgets leave, and which of them leaves the least; infinite, and of the account, where none binds. */
export interface BudgetLeft {
  readonly boundBy: BudgetBound
  readonly leftMicroUsd: number
}

export const unbudgeted: BudgetLeft = {
  boundBy: 'account_budget',
  leftMicroUsd: Number.POSITIVE_INFINITY,
}

/**
 * What the budgets of account and project leave for a hold, never below zero: infinite where spending does not stop at
 * one. Lock the balance first where the answer must stay true.
 */
export async function budgetLeftFor(
  { clock }: Pick<Ctx, 'clock'>,
  tx: Tx,
  hold: { readonly accountId: AccountId; readonly purpose: Purpose },
): Promise<BudgetLeft> {
  const now = clock.now()
  const rows = await selectBudgetsLeft(tx.db, hold, {
    daily: periodBegin('daily', now),
    weekly: periodBegin('weekly', now),
    monthly: periodBegin('monthly', now),
  })
  return rows.reduce<BudgetLeft>((least, { project, left }) => {
    const leftMicroUsd = Math.max(0, left)
    const boundBy = project === '' ? 'account_budget' : 'project_budget'
    return leftMicroUsd < least.leftMicroUsd ? { boundBy, leftMicroUsd } : least
  }, unbudgeted)
}

/** The refusal of an amount that a budget does not cover, with both amounts as text and in micro-dollars. */
export function ledgerBudgetExceeded(
  bound: BudgetBound | 'key_budget',
  need: MicroUsd,
  left: MicroUsd,
): Refused {
  const have = Math.max(0, left)
  return new Refused(`${bound}_exceeded`, {
    details: {
      need: formatUsdExact(need),
      have: formatUsdExact(have),
      need_micro_usd: need,
      have_micro_usd: have,
    },
  })
}
