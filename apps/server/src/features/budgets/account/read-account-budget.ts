import type { AccountBudget, BudgetOfAccount } from '@gridloom/contract/budgets/account-budget'
import { accountOf } from '../../../platform/ctx.ts'
import type { BudgetsCtx } from '../ctx.ts'
import { findBudget } from './account-budgets-store.ts'
import { readBudgetNow } from './budget-use.ts'
import { mayChangeBudget } from './may-change-budget.ts'
import type { AccountBudgetRow, BudgetOf } from './schema.ts'

/** The budget of the active account, with what is spent, on hold, left and expected. */
export function readAccountBudget(ctx: BudgetsCtx): Promise<BudgetOfAccount> {
  return readBudget(ctx, { accountId: accountOf(ctx).accountId, project: '' })
}

/** The budget of an account or a project. The caller has authorised it. */
export async function readBudget(ctx: BudgetsCtx, of: BudgetOf): Promise<BudgetOfAccount> {
  const row = await findBudget(ctx.db, of)
  return {
    budget: row === undefined ? null : await showBudget(ctx, row),
    may_change: await mayChangeBudget(ctx),
  }
}

/** A budget with its use in the present period. */
export async function showBudget(ctx: BudgetsCtx, row: AccountBudgetRow): Promise<AccountBudget> {
  const now = await readBudgetNow(ctx, ctx.db, row)
  const { amount_micro_usd, period, on_exceed, alert_percents, alert_forecast } = row
  const used = now.spentMicroUsd + now.heldMicroUsd
  return {
    ...{ amount_micro_usd, period, on_exceed, alert_percents, alert_forecast },
    period_from: now.from.toISOString(),
    resets_at: now.end.toISOString(),
    spent_micro_usd: now.spentMicroUsd,
    held_micro_usd: now.heldMicroUsd,
    left_micro_usd: Math.max(0, amount_micro_usd - used),
    forecast_micro_usd: now.forecastMicroUsd,
  }
}
