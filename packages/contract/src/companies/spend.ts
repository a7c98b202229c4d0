import { z } from 'zod'
import { MicroUsd } from '../core/values.ts'

/** One UTC day and what was spent in it. */
export const SpendDay = z.strictObject({ day: z.iso.date(), micro_usd: MicroUsd })

/** What was spent by one user, or with one key, in the days asked for. */
export const SpendBy = z.strictObject({ id: z.string(), name: z.string(), micro_usd: MicroUsd })

export const Spend = z.strictObject({
  today_micro_usd: MicroUsd,
  this_month_micro_usd: MicroUsd,
  /** Oldest first, with a row for each day asked for. */
  days: z.array(SpendDay),
  /** The most first, as in `by_key`. Members see their own rows alone. */
  by_user: z.array(SpendBy),
  by_key: z.array(SpendBy),
})
export type Spend = z.infer<typeof Spend>
