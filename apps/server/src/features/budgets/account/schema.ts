import type { AccountBudgetPeriod, OnExceed } from '@gridloom/contract/budgets/account-budget'
import type { AccountId } from '@gridloom/contract/core/ids'
import type { Selectable } from 'kysely'

/** The tables of `migrations/0237-account-budgets.sql` and `0253-project-budgets.sql`. A type, as Kysely requires. */
export type AccountBudgetTables = {
  account_budgets: {
    account_id: AccountId
    /** Empty: of the whole account. */
    project: string
    amount_micro_usd: number
    period: AccountBudgetPeriod
    on_exceed: OnExceed
    /** Lowest first. */
    alert_percents: number[]
    alert_forecast: boolean
    changed_by: AccountId
    changed_at: Date
  }
  account_budget_alerts: {
    account_id: AccountId
    project: string
    /** The first day of the period, as `2026-11-01`. */
    period_day: string
    /** 0: the forecast. */
    percent: number
    at: Date
  }
}
export type AccountBudgetRow = Selectable<AccountBudgetTables['account_budgets']>

/** Names a budget: of an account, or of one of its projects. */
export interface BudgetOf {
  readonly accountId: AccountId
  /** Empty: of the whole account. */
  readonly project: string
}

/** The name of a row's budget. */
export function ofRow({ account_id: accountId, project }: AccountBudgetRow): BudgetOf {
  return { accountId, project }
}
