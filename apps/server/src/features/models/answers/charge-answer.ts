import type { TokenCounts } from '@gridloom/contract/agent/models'
import type { GenerationId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { Measurement } from '../stats/attempt.ts'
import type { CountCheck } from './check-counts.ts'
import type { OpenedAnswer } from './open-answer.ts'
import type { AnswerEnded, BeginAnswerInput } from './pending-answer.ts'
import { type ReasoningShare, settleAnswer } from './settle-answer.ts'
import { chargeOf } from './upper-bounds.ts'

/** An answer under way, as it is booked. */
export interface AnswerBooking {
  id: GenerationId
  input: BeginAnswerInput
  opened: Pick<OpenedAnswer, 'taken' | 'attempt' | 'isTaken'>
  startedAt: Date
  /** The check of token counts, where the model's tokens can be counted. */
  check?: CountCheck | undefined
}

export type AnswerOutcome = Pick<AnswerEnded, 'state' | 'reason' | 'reasons' | 'problem'>

interface Settling {
  outcome: AnswerOutcome
  counts: TokenCounts
  measured: Measurement
  endedAt: Date
  reasoning: ReasoningShare
}

/**
 * Charges an answer that ended, and calls back with its end: at once if its reservation covers the charge, otherwise
 * when that was raised as far as balance and budget allow.
 */
export function chargeAnswer(
  booking: AnswerBooking,
  settling: Settling,
  over: (ended: AnswerEnded) => void,
): void {
  const { reservation } = booking.opened.taken
  const microUsd = chargeFor(booking, settling)
  const settled = (reservedMicroUsd: MicroUsd) =>
    over(settle(booking, settling, Math.min(microUsd, reservedMicroUsd)))
  const reserved =
    microUsd <= reservation.microUsd ? reservation.microUsd : reservation.growTo(microUsd)
  if (typeof reserved === 'number') settled(reserved)
  else void reserved.then(settled)
}

/** Returns the price of the answer. A whole answer that broke was not delivered, so it is not charged. */
function chargeFor({ input, opened }: AnswerBooking, { outcome, counts }: Settling): MicroUsd {
  const isDelivered = outcome.state !== 'broken' || input.request.stream
  return isDelivered ? chargeOf(counts, opened.taken) : 0
}

function settle(
  { id, input, opened, startedAt }: AnswerBooking,
  { outcome, counts, measured, endedAt, reasoning }: Settling,
  microUsd: MicroUsd,
): AnswerEnded {
  const { payer, modelId } = input
  const { state, problem } = outcome
  const answer = { id, payer, modelId, state, problem, counts, microUsd, startedAt, endedAt }
  const cost = settleAnswer(opened.taken, { ...answer, ...measured }, reasoning)
  return { ...outcome, cost }
}
