import type { BudgetOfAccount } from '@gridloom/contract/budgets/account-budget'
import type { BudgetsCtx } from '../ctx.ts'
import { deleteBudget } from './account-budgets-store.ts'
import { budgetHolder } from './may-change-budget.ts'
import { readAccountBudget } from './read-account-budget.ts'

/** Removes the budget of the active account; one without a budget is left as it is. @throws Refused `forbidden` */
export async function removeAccountBudget(ctx: BudgetsCtx): Promise<BudgetOfAccount> {
  const accountId = await budgetHolder(ctx)
  await ctx.transact(async (tx) => {
    await deleteBudget(tx, accountId)
    tx.note({ subject: accountId })
    await tx.publish({ topic: 'balance', accountId, subject: accountId })
  })
  return readAccountBudget(ctx)
}
