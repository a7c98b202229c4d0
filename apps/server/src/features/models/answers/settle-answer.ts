import type { AnswerCost } from '@gridloom/contract/models/answer'
import type { EndedAnswer } from '../money/reservation.ts'
import type { ReservedEndpoint } from './take-endpoint.ts'

/** Settles an answer with its reservation, and returns its cost. */
export function settleAnswer(
  { endpoint, reservation }: Pick<ReservedEndpoint, 'endpoint' | 'reservation'>,
  answer: Omit<EndedAnswer, 'endpoint'>,
): AnswerCost {
  reservation.settle({ ...answer, endpoint })
  return {
    ...answer.counts,
    first_token_ms: answer.firstTokenMs,
    tokens_per_s: answer.tokensPerS,
    micro_usd: answer.microUsd,
    machine_id: endpoint.machineId,
    machine_name: endpoint.machineName,
  }
}
