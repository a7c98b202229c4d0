import type {
  AccountBudgetSettings,
  BudgetOfAccount,
} from '@gridloom/contract/budgets/account-budget'
import { Refused } from '@gridloom/contract/errors'
import { accountOf } from '../../../platform/ctx.ts'
import { changeBudget } from '../account/change-account-budget.ts'
import { budgetHolder } from '../account/may-change-budget.ts'
import { readBudget } from '../account/read-account-budget.ts'
import { removeBudget } from '../account/remove-account-budget.ts'
import type { BudgetOf } from '../account/schema.ts'
import type { BudgetsCtx } from '../ctx.ts'
import { seesAllSpend } from '../sees-all-spend.ts'
import { findProject } from './projects-store.ts'

/** The budget of a project of the active account. @throws Refused `forbidden`, `not_found` */
export async function readProjectBudget(
  ctx: BudgetsCtx,
  project: string,
): Promise<BudgetOfAccount> {
  if (!(await seesAllSpend(ctx))) throw new Refused('forbidden')
  return readBudget(ctx, await known(ctx, { accountId: accountOf(ctx).accountId, project }))
}

/** Sets the budget of a project, as that of an account. @throws Refused `forbidden`, `not_found` */
export async function changeProjectBudget(
  ctx: BudgetsCtx,
  project: string,
  wanted: AccountBudgetSettings,
): Promise<BudgetOfAccount> {
  const accountId = await budgetHolder(ctx)
  return changeBudget(ctx, await known(ctx, { accountId, project }), wanted)
}

/** Removes the budget of a project, if any. @throws Refused `forbidden`, `not_found` */
export async function removeProjectBudget(
  ctx: BudgetsCtx,
  project: string,
): Promise<BudgetOfAccount> {
  const accountId = await budgetHolder(ctx)
  return removeBudget(ctx, await known(ctx, { accountId, project }))
}

async function known(ctx: BudgetsCtx, of: BudgetOf): Promise<BudgetOf> {
  if ((await findProject(ctx.db, of)) === undefined) throw new Refused('not_found')
  return of
}
