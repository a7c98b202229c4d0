import { z } from 'zod'

/** The period of a key's budget: it resets at midnight UTC, daily, on Mondays, or on the first of the month. */
export const BudgetPeriod = z.enum(['never', 'daily', 'weekly', 'monthly'])
export type BudgetPeriod = z.infer<typeof BudgetPeriod>
