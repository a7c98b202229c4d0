import { z } from 'zod'
import { MicroUsd, Timestamp } from '../core/values.ts'

/** Why automatic top-ups stopped; the user turns them on again. */
export const AutoTopUpStop = z.enum(['declined', 'authentication_required', 'no_card', 'disputed'])
export type AutoTopUpStop = z.infer<typeof AutoTopUpStop>

const Cents = MicroUsd.min(10_000).max(1_000_000_000_000).multipleOf(10_000, 'must be whole cents')

/** When the balance falls below an amount, a saved card is charged, up to a limit for each calendar month (UTC). */
export const AutoTopUpSettings = z.strictObject({
  enabled: z.boolean(),
  below_micro_usd: Cents,
  add_micro_usd: Cents,
  month_micro_usd_max: Cents,
})
export type AutoTopUpSettings = z.infer<typeof AutoTopUpSettings>

export const AutoTopUp = z.strictObject({
  ...AutoTopUpSettings.shape,
  /** Charged, or being charged, since the month began. */
  month_used_micro_usd: MicroUsd,
  /** Declined charges in a row. */
  declines: z.int().min(0),
  /** After a decline: when the card is charged again at the earliest. */
  retry_at: Timestamp.nullable(),
  stopped: AutoTopUpStop.nullable(),
})
export type AutoTopUp = z.infer<typeof AutoTopUp>
