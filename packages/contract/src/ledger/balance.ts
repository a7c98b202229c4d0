import { z } from 'zod'
import { MicroUsd, Timestamp } from '../core/values.ts'

/** The available and held money of an account, and its spend rate. */
export const Balance = z.strictObject({
  available_micro_usd: MicroUsd,
  /** The part of the available money that is welcome credit, which is spent last and cannot be transferred. */
  welcome_micro_usd: MicroUsd,
  held_micro_usd: MicroUsd,
  spend_rate_micro_usd_per_hour: MicroUsd,
  /** Seconds until both are used up at this spend rate; `null` when nothing is spent. */
  lasts_s: z.int().nullable(),
  earned_micro_usd: MicroUsd,
  /** The part of the earnings that renters paid with welcome credit, which is not paid out. */
  earned_of_welcome_micro_usd: MicroUsd,
  /** What the account owes for deposits that were reversed after they were spent; the next credit pays it first. */
  debt_micro_usd: MicroUsd,
  as_of: Timestamp,
})
export type Balance = z.infer<typeof Balance>
