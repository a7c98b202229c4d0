import type { BudgetPeriod } from '@gridloom/contract/budgets/budget-period'

/** How often a budget resets. */
export const budgetPeriods = [
  { value: 'never', label: 'In total' },
  { value: 'daily', label: 'Each day' },
  { value: 'weekly', label: 'Each week' },
  { value: 'monthly', label: 'Each month' },
] as const satisfies readonly { value: BudgetPeriod; label: string }[]

/** Explains a budget's period. */
export function periodHint(period: BudgetPeriod): string {
  switch (period) {
    case 'never':
      return 'It never resets'
    case 'daily':
      return 'Resets at midnight UTC'
    case 'weekly':
      return 'Resets on Mondays, midnight UTC'
    case 'monthly':
      return 'Resets on the first of the month, midnight UTC'
  }
}

const dayWords = { never: '', daily: ' a day', weekly: ' a week', monthly: ' a month' } as const

/** Suffix of an amount: `$5.00 a week`. */
export function perPeriod(period: BudgetPeriod): string {
  return dayWords[period]
}
