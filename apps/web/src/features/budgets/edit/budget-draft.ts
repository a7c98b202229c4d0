import type {
  AccountBudget,
  AccountBudgetPeriod,
  AccountBudgetSettings,
  OnExceed,
} from '@gridloom/contract/budgets/account-budget'
import type { WrongFields } from '../../../ui/form/problem-at.ts'
import { microUsdOf, type Usd, usdOf } from '../../../ui/format/usd.ts'

/** The input of the form. */
export interface BudgetDraft {
  readonly amountUsd: Usd
  readonly period: AccountBudgetPeriod
  readonly onExceed: OnExceed
  /** Percentages, as they are typed. */
  readonly alerts: string
  readonly forecast: boolean
}

export function draftOf(budget: AccountBudget | null): BudgetDraft {
  if (budget === null)
    return {
      ...{ amountUsd: '', period: 'monthly', onExceed: 'alert' },
      ...{ alerts: '50, 80, 100', forecast: true },
    }
  return {
    amountUsd: usdOf(budget.amount_micro_usd),
    period: budget.period,
    onExceed: budget.on_exceed,
    alerts: budget.alert_percents.join(', '),
    forecast: budget.alert_forecast,
  }
}

/** The settings as the API takes them. */
export function settingsOf(draft: BudgetDraft): AccountBudgetSettings {
  return {
    amount_micro_usd: microUsdOf(draft.amountUsd),
    period: draft.period,
    on_exceed: draft.onExceed,
    alert_percents: [...new Set(percentsOf(draft.alerts))],
    alert_forecast: draft.forecast,
  }
}

const centsMax = 1_000_000_000

/** What is wrong with the fields, by their names in the API. */
export function budgetProblems(draft: BudgetDraft): WrongFields {
  const cents = Number(draft.amountUsd) * 100
  const isAmount = cents >= 1 && cents <= centsMax && Math.abs(cents - Math.round(cents)) < 1e-6
  const percents = percentsOf(draft.alerts)
  const isPercents =
    percents.length <= 10 &&
    percents.every((percent) => Number.isInteger(percent) && percent >= 1 && percent <= 100)
  return {
    ...(!isAmount && { amount_micro_usd: 'Enter an amount from $0.01 to $10,000,000' }),
    ...(!isPercents && { alert_percents: 'Enter up to ten whole numbers from 1 to 100' }),
  }
}

function percentsOf(text: string): number[] {
  const words = text.split(/[\s,;%]+/).filter((word) => word !== '')
  return words.map(Number)
}
