import { z } from 'zod'
import { MachineId } from '../core/ids.ts'
import { MicroUsd } from '../core/values.ts'

/** Why no answer is begun, whoever asks and however. */
export const answerRefusals = [
  'model_unknown',
  'model_unavailable',
  'model_not_allowed',
  'endpoints_busy',
  'context_exceeded',
  'insufficient_funds',
  'key_budget_exceeded',
] as const

/** How an answer was made: it stands at every message, and in the last chunk of the API. */
export const AnswerCost = z.strictObject({
  input_tokens: z.int(),
  /** Of these, what the engine still had from before. */
  cached_tokens: z.int(),
  output_tokens: z.int(),
  /** `null` where the answer came whole, and its engine does not say. */
  first_token_ms: z.number().nullable(),
  /** From the first token to the last; over all of the answer's time where the first token's is not known. */
  tokens_per_s: z.number().nullable(),
  micro_usd: MicroUsd,
  machine_id: MachineId.nullable(),
  machine_name: z.string().nullable(),
})
export type AnswerCost = z.infer<typeof AnswerCost>
