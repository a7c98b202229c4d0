import { api } from '@gridloom/contract/api'
import type { Routes } from '../../platform/http/routes.ts'
import { changeAccountBudget } from './account/change-account-budget.ts'
import { readAccountBudget } from './account/read-account-budget.ts'
import { removeAccountBudget } from './account/remove-account-budget.ts'
import type { BudgetsCtx } from './ctx.ts'
import { archiveProject } from './projects/archive-project.ts'
import {
  changeProjectBudget,
  readProjectBudget,
  removeProjectBudget,
} from './projects/project-budget.ts'
import { readProjects } from './projects/read-projects.ts'
import { saveProject } from './projects/save-project.ts'
import { readSpend } from './spend/read-spend.ts'

/** Mounts the `budgets` area of the contract. */
export function budgetRoutes<C extends BudgetsCtx>(routes: Routes<C>): void {
  const { budgets } = api
  routes.on(budgets.spend, (ctx, { query }) => readSpend(ctx, query))
  routes.on(budgets.account, (ctx) => readAccountBudget(ctx))
  routes.on(budgets.changeAccount, (ctx, { body }) => changeAccountBudget(ctx, body))
  routes.on(budgets.removeAccount, (ctx) => removeAccountBudget(ctx))
  routes.on(budgets.projects, (ctx) => readProjects(ctx))
  routes.on(budgets.saveProject, (ctx, { body }) => saveProject(ctx, body))
  routes.on(budgets.archiveProject, (ctx, { params }) => archiveProject(ctx, params.project))
  routes.on(budgets.project, (ctx, { params }) => readProjectBudget(ctx, params.project))
  routes.on(budgets.changeProject, (ctx, { params, body }) =>
    changeProjectBudget(ctx, params.project, body),
  )
  routes.on(budgets.removeProject, (ctx, { params }) => removeProjectBudget(ctx, params.project))
}
