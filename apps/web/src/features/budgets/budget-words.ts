import type { AccountBudget, AccountBudgetPeriod } from '@gridloom/contract/budgets/account-budget'
import type { Tone } from '../../ui/components/status-badge.tsx'
import { formatMoneyExact } from '../../ui/format/money.ts'

/** The periods of a budget, as a form offers them. */
export const periods = [
  { value: 'daily', label: 'Each day' },
  { value: 'weekly', label: 'Each week' },
  { value: 'monthly', label: 'Each month' },
] as const satisfies readonly { value: AccountBudgetPeriod; label: string }[]

const per = { daily: 'a day', weekly: 'a week', monthly: 'a month' } as const

/** Such as `$500.00 a month`. */
export function budgetWords({ amount_micro_usd, period }: AccountBudget): string {
  return `${formatMoneyExact(amount_micro_usd)} ${per[period]}`
}

/** The state of a budget: used up, expected to be, or neither. */
export function budgetStatus(budget: AccountBudget): { tone: Tone; word: string } {
  if (budget.left_micro_usd === 0) return { tone: 'bad', word: 'Used up' }
  if (budget.forecast_micro_usd > budget.amount_micro_usd)
    return { tone: 'warn', word: 'Will be exceeded' }
  return { tone: 'good', word: 'On track' }
}

/** What follows when the budget is used up. */
export function afterwards({ on_exceed, left_micro_usd: left }: AccountBudget): string {
  if (on_exceed === 'stop' && left === 0)
    return 'Spending has stopped: nothing more can be ordered, answers are refused, and instances were stopped. Their disks are kept for 48 hours. Raise the budget to go on before it resets.'
  return on_exceed === 'stop'
    ? 'When it is used up, spending stops: nothing more can be ordered, answers are refused, and instances are stopped. Their disks are kept for 48 hours.'
    : 'When it is used up, you are alerted, and spending continues.'
}
