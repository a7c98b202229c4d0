import { z } from 'zod'
import { MicroUsd, Timestamp } from '../core/values.ts'

/** What an account can spend, what is set aside for running things, and how fast it goes. */
export const Balance = z.strictObject({
  available_micro_usd: MicroUsd,
  /** Of what is available: welcome credit, which is spent last and cannot be moved. */
  welcome_micro_usd: MicroUsd,
  held_micro_usd: MicroUsd,
  burn_micro_usd_per_hour: MicroUsd,
  /** Seconds until both are used up at this burn; `null` when nothing burns. */
  lasts_s: z.int().nullable(),
  earned_micro_usd: MicroUsd,
  /** Of what was earned: what renters paid with welcome credit, which is not paid out. */
  earned_of_welcome_micro_usd: MicroUsd,
  as_of: Timestamp,
})
export type Balance = z.infer<typeof Balance>
