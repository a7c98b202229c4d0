import type { Project, Projects } from '@gridloom/contract/budgets/project'
import { periodBegin } from '@gridloom/domain/budget-period'
import { accountOf } from '../../../platform/ctx.ts'
import { isoOrNull } from '../../../platform/iso-or-null.ts'
import { listProjectBudgets } from '../account/account-budgets-store.ts'
import { mayChangeBudget } from '../account/may-change-budget.ts'
import { showBudget } from '../account/read-account-budget.ts'
import type { AccountBudgetRow } from '../account/schema.ts'
import type { BudgetsCtx } from '../ctx.ts'
import { seesAllSpend } from '../sees-all-spend.ts'
import { type ProjectUse, selectProjects, selectProjectUse } from './projects-store.ts'
import type { ProjectRow } from './schema.ts'

/** The projects of the active account. Amounts are for those who may see everybody's spend. */
export async function readProjects(ctx: BudgetsCtx): Promise<Projects> {
  const { accountId } = accountOf(ctx)
  const now = ctx.clock.now()
  const rows = await selectProjects(ctx.db, accountId)
  const may_change = await mayChangeBudget(ctx)
  if (!(await seesAllSpend(ctx)))
    return { projects: rows.map((row) => ({ ...nameOf(row), ...unseen })), may_change }
  const month = periodBegin('monthly', now) ?? now
  const used = new Map(
    (await selectProjectUse(ctx.db, accountId, month)).map((use) => [use.project, use]),
  )
  const budgets = new Map(
    (await listProjectBudgets(ctx.db, accountId)).map((row) => [row.project, row]),
  )
  const projects: Project[] = []
  for (const row of rows)
    projects.push(await show(ctx, row, { use: used.get(row.name), budget: budgets.get(row.name) }))
  return { projects, may_change }
}

const unseen = { spent_micro_usd: null, held_micro_usd: null, budget: null }

async function show(
  ctx: BudgetsCtx,
  row: ProjectRow,
  { use, budget }: { use: ProjectUse | undefined; budget: AccountBudgetRow | undefined },
): Promise<Project> {
  return {
    ...nameOf(row),
    spent_micro_usd: use?.spent ?? 0,
    held_micro_usd: use?.held ?? 0,
    budget: budget === undefined ? null : await showBudget(ctx, budget),
  }
}

function nameOf({ name, description, created_at, archived_at }: ProjectRow) {
  return {
    ...{ name, description },
    created_at: created_at.toISOString(),
    archived_at: isoOrNull(archived_at),
  }
}
