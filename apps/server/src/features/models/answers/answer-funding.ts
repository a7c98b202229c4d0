import type { LiveEndpoint } from '../registry/live-endpoint.ts'
import type { ReservedEndpoint } from './take-endpoint.ts'
import { chargeOf, expectedInput } from './upper-bounds.ts'

/** Keeps an answer under way within the money that is reserved for it. */
export interface AnswerFunding {
  /**
   * Whether the payer can pay for so many tokens. Reserves more before the reservation is used up; `false`: balance or
   * budget cover no more.
   */
  covers(tokens: TokensSoFar): boolean | Promise<boolean>
}

export interface TokensSoFar {
  /** Tokens of the prompt, if the engine reported them. */
  readonly input: number | undefined
  readonly output: number
}

type Funded = Pick<ReservedEndpoint, 'reservation' | 'inputMax' | 'outputMax' | 'microUsdMax'> & {
  readonly endpoint: Pick<LiveEndpoint, 'price'>
}

/**
 * The price is computed only when more is reserved: in between, each delta costs one comparison. What is reserved then
 * is enough for as many tokens again, so that a long answer asks seldom.
 */
export function fundAnswer(taken: Funded): AnswerFunding {
  const { reservation, inputMax, outputMax, microUsdMax } = taken
  let paidOutput = reservation.microUsd >= microUsdMax ? Number.POSITIVE_INFINITY : -1
  const priceOf = (input: number, output: number) =>
    chargeOf({ input_tokens: input, cached_tokens: 0, output_tokens: output }, taken)
  const isPaid = (input: number, output: number) => priceOf(input, output) <= reservation.microUsd
  return {
    covers({ input: read, output }) {
      if (output <= paidOutput) return true
      const input = Math.min(read ?? expectedInput(inputMax), inputMax)
      const ahead = Math.min(outputMax, 2 * output)
      const known = () => {
        paidOutput = isPaid(input, ahead) ? ahead : output
        return isPaid(input, output)
      }
      const grown = reservation.growTo(Math.min(priceOf(input, ahead), microUsdMax))
      return typeof grown === 'number' ? known() : grown.then(known)
    },
  }
}
