import type { BudgetOfAccount } from '@gridloom/contract/budgets/account-budget'
import type { BudgetsCtx } from '../ctx.ts'
import { deleteBudget } from './account-budgets-store.ts'
import { budgetHolder } from './may-change-budget.ts'
import { readBudget } from './read-account-budget.ts'
import type { BudgetOf } from './schema.ts'

/** Removes the budget of the active account; one without a budget is left as it is. @throws Refused `forbidden` */
export async function removeAccountBudget(ctx: BudgetsCtx): Promise<BudgetOfAccount> {
  return removeBudget(ctx, { accountId: await budgetHolder(ctx), project: '' })
}

/** Removes the budget of an account or a project. The caller has authorised it. */
export async function removeBudget(ctx: BudgetsCtx, of: BudgetOf): Promise<BudgetOfAccount> {
  const { accountId, project } = of
  await ctx.transact(async (tx) => {
    await deleteBudget(tx, of)
    tx.note({ subject: project === '' ? accountId : project })
    await tx.publish({ topic: 'balance', accountId, subject: accountId })
  })
  return readBudget(ctx, of)
}
