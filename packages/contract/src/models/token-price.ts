import { z } from 'zod'
import { MicroUsd } from '../core/values.ts'

/** Zero is free; the maximum is $1,000 per million tokens. */
const PerMillion = MicroUsd.min(0).max(1_000_000_000)

/** The price per million tokens. */
export const TokenPrice = z.strictObject({
  input_micro_usd: PerMillion,
  /** For input that the engine had cached. */
  cached_micro_usd: PerMillion,
  output_micro_usd: PerMillion,
})
export type TokenPrice = z.infer<typeof TokenPrice>
