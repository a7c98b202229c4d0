import type { BudgetPeriod } from '@gridloom/contract/budgets/budget-period'

const dayMs = 24 * 60 * 60_000

/** The start of the current period of a key's budget; `null`: since the key was created. */
export function periodBegin(period: BudgetPeriod, now: Date): Date | null {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  const day = Date.UTC(year, month, now.getUTCDate())
  switch (period) {
    case 'never':
      return null
    case 'daily':
      return new Date(day)
    case 'weekly':
      return new Date(day - ((now.getUTCDay() + 6) % 7) * dayMs)
    case 'monthly':
      return new Date(Date.UTC(year, month, 1))
  }
}

/** The time of the next reset; `null`: never. */
export function periodEnd(period: BudgetPeriod, now: Date): Date | null {
  const begin = periodBegin(period, now)
  if (begin === null) return null
  switch (period) {
    case 'never':
      return null
    case 'daily':
      return new Date(begin.getTime() + dayMs)
    case 'weekly':
      return new Date(begin.getTime() + 7 * dayMs)
    case 'monthly':
      return new Date(Date.UTC(begin.getUTCFullYear(), begin.getUTCMonth() + 1, 1))
  }
}
