import { z } from 'zod'
import { MicroUsd } from '../core/values.ts'

/** One UTC day and the spend in it. */
export const SpendDay = z.strictObject({ day: z.iso.date(), micro_usd: MicroUsd })

/** The spend of one user, or with one key, in the requested days. */
export const SpendBy = z.strictObject({ id: z.string(), name: z.string(), micro_usd: MicroUsd })

export const Spend = z.strictObject({
  today_micro_usd: MicroUsd,
  this_month_micro_usd: MicroUsd,
  /** Oldest first, with a row for each requested day. */
  days: z.array(SpendDay),
  /** Highest first, as in `by_key`. Members see only their own rows. */
  by_user: z.array(SpendBy),
  by_key: z.array(SpendBy),
})
export type Spend = z.infer<typeof Spend>
