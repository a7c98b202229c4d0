import type {
  AccountBudgetSettings,
  BudgetOfAccount,
} from '@gridloom/contract/budgets/account-budget'
import { rearmed } from '@gridloom/domain/account-budget'
import { type Tx, userOf } from '../../../platform/ctx.ts'
import type { BudgetsCtx } from '../ctx.ts'
import { deleteTold, listTold, saveBudget } from './account-budgets-store.ts'
import { firstDay, readBudgetNow, useOf } from './budget-use.ts'
import { budgetHolder } from './may-change-budget.ts'
import { readBudget } from './read-account-budget.ts'
import { type AccountBudgetRow, type BudgetOf, ofRow } from './schema.ts'

/**
 * Sets the budget of the active account. What is on hold already may still be charged: a budget below it allows nothing
 * new. Alerts that a higher amount has not reached are told again.
 * @throws Refused `forbidden`
 */
export async function changeAccountBudget(
  ctx: BudgetsCtx,
  wanted: AccountBudgetSettings,
): Promise<BudgetOfAccount> {
  return changeBudget(ctx, { accountId: await budgetHolder(ctx), project: '' }, wanted)
}

/** Sets the budget of an account or a project. The caller has authorised it. */
export async function changeBudget(
  ctx: BudgetsCtx,
  of: BudgetOf,
  wanted: AccountBudgetSettings,
): Promise<BudgetOfAccount> {
  const { accountId, project } = of
  await ctx.transact(async (tx) => {
    const row: AccountBudgetRow = {
      ...wanted,
      account_id: accountId,
      project,
      alert_percents: wanted.alert_percents.toSorted((one, other) => one - other),
      ...{ changed_by: userOf(ctx), changed_at: ctx.clock.now() },
    }
    await saveBudget(tx, row)
    await rearm(ctx, tx, row)
    tx.note({ subject: project === '' ? accountId : project })
    await tx.publish({ topic: 'balance', accountId, subject: accountId })
  })
  return readBudget(ctx, of)
}

async function rearm(ctx: BudgetsCtx, tx: Tx, row: AccountBudgetRow): Promise<void> {
  const now = await readBudgetNow(ctx, tx.db, row)
  const periodFrom = firstDay(now)
  const told = await listTold(tx.db, ofRow(row), periodFrom)
  const percents = rearmed(told, useOf(row.amount_micro_usd, now))
  await deleteTold(tx, { ...ofRow(row), periodFrom, percents })
}
