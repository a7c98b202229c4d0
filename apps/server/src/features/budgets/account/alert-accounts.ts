import { dueAlerts, forecastAlert } from '@gridloom/domain/account-budget'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { publishNotice } from '../../notices/index.ts'
import type { BudgetsCtx } from '../ctx.ts'
import { insertTold, listBudgets, listTold, lockBudget } from './account-budgets-store.ts'
import { alertText, alertTitle } from './alert-words.ts'
import { type BudgetNow, firstDay, readBudgetNow, useOf } from './budget-use.ts'
import { type AccountBudgetRow, type BudgetOf, ofRow } from './schema.ts'

type AlertCtx = Pick<
  BudgetsCtx,
  'db' | 'clock' | 'ids' | 'transact' | 'publicUrl' | 'spendRateOf' | 'log'
>

const budgetsAtOnce = 500

/**
 * Tells every account which parts of its budgets are used, its projects' included, and when one will be exceeded. Run it every minute, on any
 * number of replicas: what was told is noted in the transaction that queues the notice, so that a restart neither repeats
 * nor forgets an alert.
 */
export async function alertAccounts(ctx: AlertCtx, signal: AbortSignal): Promise<void> {
  let after: BudgetOf | undefined
  for (;;) {
    const budgets = await listBudgets(ctx.db, { after, limit: budgetsAtOnce })
    for (const budget of budgets) {
      if (signal.aborted) return
      await alertAccount(ctx, budget)
    }
    if (budgets.length < budgetsAtOnce) return
    const last = budgets.at(-1)
    after = last && ofRow(last)
  }
}

async function alertAccount(ctx: AlertCtx, budget: AccountBudgetRow): Promise<void> {
  try {
    const { due } = await decide(ctx, ctx.db, budget)
    if (due.tells.length === 0) return
    await ctx.transact(async (tx) => {
      const locked = await lockBudget(tx, ofRow(budget))
      if (locked !== undefined) await tell(ctx, tx, locked)
    })
  } catch (cause) {
    // @NOTE the others are told all the same, and the next round tries this one again
    const { account_id: account, project } = budget
    ctx.log.error({ event: 'budget.alert_failed', err: cause, account, project }, 'not told')
  }
}

async function decide(ctx: AlertCtx, db: Db, budget: AccountBudgetRow) {
  const now = await readBudgetNow(ctx, db, budget)
  const told = new Set(await listTold(db, ofRow(budget), firstDay(now)))
  const { alert_percents: percents, alert_forecast: forecast, amount_micro_usd: amount } = budget
  return { now, due: dueAlerts({ percents, forecast }, useOf(amount, now), told) }
}

async function tell(ctx: AlertCtx, tx: Tx, budget: AccountBudgetRow): Promise<void> {
  const { now, due } = await decide(ctx, tx.db, budget)
  if (due.tells.length === 0) return
  const periodFrom = firstDay(now)
  const told = { ...ofRow(budget), periodFrom, percents: due.tells }
  await insertTold(tx, told, ctx.clock.now())
  const alerts = [
    ...(due.percent === null ? [] : [due.percent]),
    ...(due.forecast ? [forecastAlert] : []),
  ]
  for (const percent of alerts) await publishAlert(ctx, tx, { budget, now, percent })
}

async function publishAlert(
  ctx: AlertCtx,
  tx: Tx,
  { budget, now, percent }: { budget: AccountBudgetRow; now: BudgetNow; percent: number },
): Promise<void> {
  const { account_id: accountId, project, amount_micro_usd: amount, period, on_exceed } = budget
  const isOfAccount = project === ''
  await publishNotice(ctx, tx, {
    accountId,
    notice: {
      key: `budget:${isOfAccount ? '' : `${project}:`}${period}:${firstDay(now)}:${percent}:${amount}:${on_exceed}`,
      level: percent === 100 ? 'error' : 'warning',
      text: alertText(budget, now, percent),
    },
    mail: {
      kind: 'balance_low',
      subject: alertTitle(budget, percent),
      button: {
        label: 'View budget',
        path: `/account?section=billing&tab=${isOfAccount ? 'budget' : 'projects'}`,
      },
    },
  })
}
