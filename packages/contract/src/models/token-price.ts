import { z } from 'zod'
import { MicroUsd } from '../core/values.ts'

/** Zero is free; the bound is $1,000 for a million tokens. */
const PerMillion = MicroUsd.min(0).max(1_000_000_000)

/** What a million tokens cost. */
export const TokenPrice = z.strictObject({
  input_micro_usd: PerMillion,
  /** Of input that the engine still had from before. */
  cached_micro_usd: PerMillion,
  output_micro_usd: PerMillion,
})
export type TokenPrice = z.infer<typeof TokenPrice>
