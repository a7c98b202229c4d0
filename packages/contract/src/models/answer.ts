import { z } from 'zod'
import { MachineId } from '../core/ids.ts'
import { MicroUsd } from '../core/values.ts'

/** The reasons why an answer is rejected before it starts, whatever the caller. */
export const answerRefusals = [
  'model_unknown',
  'model_unavailable',
  'model_not_allowed',
  'endpoints_busy',
  'context_exceeded',
  'insufficient_funds',
  'account_budget_exceeded',
  'project_budget_exceeded',
  'project_archived',
  'key_budget_exceeded',
] as const

/** The cost and speed of an answer: shown with every message, and sent in the last chunk of the API. */
export const AnswerCost = z.strictObject({
  input_tokens: z.int(),
  /** The part of these that the engine had cached. */
  cached_tokens: z.int(),
  output_tokens: z.int(),
  /** The part of these that is reasoning: as the engine reports it, or else by its share of the text. */
  reasoning_tokens: z.int(),
  /** From the first reasoning to the first text; `null` without reasoning, or if it was not streamed. */
  reasoning_ms: z.number().nullable(),
  /** `null` if the answer was not streamed, and its engine does not report it. */
  first_token_ms: z.number().nullable(),
  /** From the first token to the last; over the whole time of the answer if the first token's is unknown. */
  tokens_per_s: z.number().nullable(),
  micro_usd: MicroUsd,
  machine_id: MachineId.nullable(),
  machine_name: z.string().nullable(),
})
export type AnswerCost = z.infer<typeof AnswerCost>
