import { api } from '@gridloom/contract/api'
import type { Routes } from '../../platform/http/routes.ts'
import { changeAccountBudget } from './account/change-account-budget.ts'
import { readAccountBudget } from './account/read-account-budget.ts'
import { removeAccountBudget } from './account/remove-account-budget.ts'
import type { BudgetsCtx } from './ctx.ts'
import { readSpend } from './spend/read-spend.ts'

/** Mounts the `budgets` area of the contract. */
export function budgetRoutes<C extends BudgetsCtx>(routes: Routes<C>): void {
  const { budgets } = api
  routes.on(budgets.spend, (ctx, { query }) => readSpend(ctx, query))
  routes.on(budgets.account, (ctx) => readAccountBudget(ctx))
  routes.on(budgets.changeAccount, (ctx, { body }) => changeAccountBudget(ctx, body))
  routes.on(budgets.removeAccount, (ctx) => removeAccountBudget(ctx))
}
