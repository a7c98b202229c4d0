import type { AnswerCost } from '@gridloom/contract/models/answer'
import type { EndedAnswer } from '../money/reservation.ts'
import type { ReservedEndpoint } from './take-endpoint.ts'

/** The reasoning part of an answer. */
export interface ReasoningShare {
  readonly tokens: number
  /** From the first reasoning to the first text; `null` without any, or if it was not streamed. */
  readonly ms: number | null
}

const noReasoning: ReasoningShare = { tokens: 0, ms: null }

/** Settles an answer with its reservation, and returns its cost. */
export function settleAnswer(
  { endpoint, reservation }: Pick<ReservedEndpoint, 'endpoint' | 'reservation'>,
  answer: Omit<EndedAnswer, 'endpoint'>,
  reasoning: ReasoningShare = noReasoning,
): AnswerCost {
  reservation.settle({ ...answer, endpoint })
  return {
    ...answer.counts,
    reasoning_tokens: reasoning.tokens,
    reasoning_ms: reasoning.ms,
    first_token_ms: answer.firstTokenMs,
    tokens_per_s: answer.tokensPerS,
    micro_usd: answer.microUsd,
    machine_id: endpoint.machineId,
    machine_name: endpoint.machineName,
  }
}
