import { z } from 'zod'
import { BudgetPeriod } from '../budgets/budget-period.ts'
import { ProjectName } from '../budgets/project-name.ts'
import { ApiKeyId } from '../core/ids.ts'
import { MicroUsd, PlainLine, Timestamp } from '../core/values.ts'
import { ModelId } from '../models/model-id.ts'
import { Scope } from '../scopes.ts'

/** An API key in listings: never the key itself, of which only a hash is stored. */
export const ApiKey = z.strictObject({
  id: ApiKeyId,
  name: z.string(),
  /** The start of the key, to recognise it. */
  starts_with: z.string(),
  scopes: z.array(Scope),
  /** The maximum spend in a period; `null`: whatever the balance covers. */
  budget_micro_usd: MicroUsd.nullable(),
  budget_period: BudgetPeriod,
  /** When the budget resets; `null`: never. */
  budget_resets_at: Timestamp.nullable(),
  /** Charged so far, in this period. */
  spent_micro_usd: MicroUsd,
  /** On hold now for work under way: charged by its use, the rest is released. Counts against the budget. */
  held_micro_usd: MicroUsd,
  /** What its orders and answers are booked to, unless an order names another; `null`: none. */
  project: z.string().nullable(),
  /** Models that the key may use; `null`: all. */
  models: z.array(ModelId).nullable(),
  expires_at: Timestamp.nullable(),
  created_at: Timestamp,
  /** The user who created it; matters for a company's keys. */
  created_by: z.string(),
  last_used_at: Timestamp.nullable(),
  last_used_address: z.string().nullable(),
})
export type ApiKey = z.infer<typeof ApiKey>

export const NewApiKey = z.strictObject({
  name: PlainLine.min(1, 'Name is required').max(80),
  scopes: z.array(Scope).min(1, 'Choose at least one scope').max(Scope.options.length),
  budget_micro_usd: MicroUsd.min(1).max(1_000_000_000_000).nullable().optional(),
  budget_period: BudgetPeriod.optional(),
  project: ProjectName.nullable().optional(),
  models: z.array(ModelId).min(1).max(100).nullable().optional(),
  expires_at: Timestamp.nullable().optional(),
})
export type NewApiKey = z.infer<typeof NewApiKey>

/** The response with the key itself, which is shown only once. */
export const CreatedApiKey = z.strictObject({ key: z.string(), api_key: ApiKey })
export type CreatedApiKey = z.infer<typeof CreatedApiKey>
