import { z } from 'zod'

/** Measured over the last 30 minutes: 99 of 100 answers were at least as good as `p99`. */
export const Percentiles = z.strictObject({
  p50: z.number(),
  p75: z.number(),
  p90: z.number(),
  p99: z.number(),
})
export type Percentiles = z.infer<typeof Percentiles>

/** Metrics of one endpoint, or of all endpoints of a model together. */
export const ModelMetrics = z.strictObject({
  /** Milliseconds from the request to the first token; `null` while nothing was measured, as below. */
  first_token_ms: Percentiles.nullable(),
  /** Tokens per second, from the first token to the last; its `p99` is the slow end. */
  tokens_per_s: Percentiles.nullable(),
  /** The shares of answers that did not fail, 0–1; `null` without requests. */
  uptime_5m: z.number().nullable(),
  uptime_30m: z.number().nullable(),
  uptime_1d: z.number().nullable(),
  answers_30m: z.int(),
})
export type ModelMetrics = z.infer<typeof ModelMetrics>
