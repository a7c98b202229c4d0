import { z } from 'zod'
import { MicroUsd } from '../core/values.ts'

/** What spend is grouped by: the product, the project, the member who ordered, or the API key that did. */
export const SpendDimension = z.enum(['product', 'project', 'member', 'key'])
export type SpendDimension = z.infer<typeof SpendDimension>

/** The products that money is spent on, as the groups of `by=product` name them. */
export const SpendProduct = z.enum([
  'instances',
  'volumes',
  'reservations',
  'rendering',
  'models',
  'storage',
])
export type SpendProduct = z.infer<typeof SpendProduct>

/** The most days of one request. */
export const spendDaysMax = 366

export const SpendQuery = z.strictObject({
  /** The first UTC day; by default 29 days before the last. */
  from: z.iso.date().optional(),
  /** The last UTC day; by default today. */
  to: z.iso.date().optional(),
  by: SpendDimension.default('product'),
})
export type SpendQuery = z.infer<typeof SpendQuery>

/** One product, member or API key, with what was spent in the requested days. */
export const SpendGroup = z.strictObject({
  /** `null`: spend without a member (storage), a project or an API key. */
  id: z.string().nullable(),
  /** Of a member or key; empty where it has none, as of products. */
  name: z.string(),
  micro_usd: MicroUsd,
})
export type SpendGroup = z.infer<typeof SpendGroup>

export const SpendReport = z.strictObject({
  from: z.iso.date().meta({ examples: ['2026-11-01'] }),
  to: z.iso.date().meta({ examples: ['2026-11-21'] }),
  by: SpendDimension,
  /** Whether it is what the caller alone spent: members of a company see their own. */
  own: z.boolean(),
  total_micro_usd: MicroUsd,
  /** Highest first. */
  groups: z.array(SpendGroup),
  /** Each requested day, oldest first, with an amount for each group in their order. */
  days: z.array(z.strictObject({ day: z.iso.date(), micro_usd: z.array(MicroUsd) })),
})
export type SpendReport = z.infer<typeof SpendReport>
