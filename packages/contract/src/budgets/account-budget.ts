import { z } from 'zod'
import { MicroUsd, Timestamp } from '../core/values.ts'

/** The period of an account's budget (UTC): a day, a week from Monday, or a calendar month. */
export const AccountBudgetPeriod = z.enum(['daily', 'weekly', 'monthly'])
export type AccountBudgetPeriod = z.infer<typeof AccountBudgetPeriod>

/** What follows when a budget is used up: alerts alone, or nothing more is ordered or put on hold. */
export const OnExceed = z.enum(['alert', 'stop'])
export type OnExceed = z.infer<typeof OnExceed>

/** When alerts are sent: percentages of the budget that are used, each once. */
const AlertPercents = z
  .array(z.int().min(1).max(100))
  .max(10)
  .refine((percents) => new Set(percents).size === percents.length, 'must differ')

/** From one cent to $10,000,000, in whole cents. */
const BudgetAmount = MicroUsd.min(10_000)
  .max(10_000_000_000_000)
  .multipleOf(10_000, 'must be whole cents')

export const AccountBudgetSettings = z.strictObject({
  amount_micro_usd: BudgetAmount,
  period: AccountBudgetPeriod.default('monthly'),
  on_exceed: OnExceed.default('alert'),
  alert_percents: AlertPercents.default([50, 80, 100]),
  /** Whether an alert is sent when the present spend rate would exceed the budget before its period ends. */
  alert_forecast: z.boolean().default(true),
})
export type AccountBudgetSettings = z.infer<typeof AccountBudgetSettings>

/** A budget and its use in the present period. */
export const AccountBudget = z.strictObject({
  amount_micro_usd: MicroUsd,
  period: AccountBudgetPeriod,
  on_exceed: OnExceed,
  /** Lowest first. */
  alert_percents: z.array(z.int()),
  alert_forecast: z.boolean(),
  period_from: Timestamp,
  resets_at: Timestamp,
  /** Charged in the period. */
  spent_micro_usd: MicroUsd,
  /** On hold now. It counts against the budget until it is charged or released. */
  held_micro_usd: MicroUsd,
  /** Zero where more is used than the budget. */
  left_micro_usd: MicroUsd,
  /** Charged by the end of the period, should the present spend rate last. */
  forecast_micro_usd: MicroUsd,
})
export type AccountBudget = z.infer<typeof AccountBudget>

export const BudgetOfAccount = z.strictObject({
  /** `null`: the account has no budget. */
  budget: AccountBudget.nullable(),
  /** Whether the caller may change it: in a company, its owners and admins. */
  may_change: z.boolean(),
})
export type BudgetOfAccount = z.infer<typeof BudgetOfAccount>
