import {
  type AnswerPart,
  type AnswerRequest,
  engineIdleMsMax,
} from '@gridloom/contract/agent/models'
import { Refused } from '@gridloom/contract/errors'
import type { Attempt } from '../stats/attempt.ts'
import { askForAnswer } from './answer-parts.ts'
import type { AnswersCtx } from './pending-answer.ts'
import type { ReservedEndpoint } from './take-endpoint.ts'
import { type Tried, tryEndpoints } from './try-endpoints.ts'

/** An answer that an endpoint has begun. */
export interface Opened {
  readonly taken: ReservedEndpoint
  readonly attempt: Attempt
  /** The first part; the end if the answer is empty. */
  readonly first: AnswerPart
  /** Returns the next part. @throws Refused where the machine is lost, or the answer stops without an end */
  next(): Promise<AnswerPart>
  /** Stops the engine. */
  hangUp(): void
}

/** Shared by all answers: creating an error each time costs more than the rest of an answer. */
const isOver = new DOMException('The answer is over', 'AbortError')

interface Opening {
  tried: Tried
  request: AnswerRequest
  signal: AbortSignal
}

/** Tries endpoints until one begins to answer. @throws Refused, or the signal's reason */
export function openAnswer(ctx: AnswersCtx, { tried, request, signal }: Opening): Promise<Opened> {
  return tryEndpoints(ctx, { ...tried, signal }, async (taken, attempt) => {
    const parts = askForAnswer({ agents: ctx.agents, endpoint: taken.endpoint, request })
    const stallMs = engineIdleMsMax[request.stream ? 'stream' : 'whole']
    const stall = ctx.stalls.watch(stallMs, parts.hangUp)
    const leave = () => parts.hangUp(signal.reason)
    const letGo = () => {
      stall.end()
      signal.removeEventListener('abort', leave)
    }
    const hangUp = () => {
      letGo()
      parts.hangUp(isOver)
    }
    const next = async () => {
      stall.waiting()
      const part = await parts.next()
      stall.received()
      if (part === undefined) throw lost('the stream ended without an end')
      if (part.kind === 'end') letGo()
      return part
    }
    signal.addEventListener('abort', leave, { once: true })
    try {
      const first = await next()
      if (first.kind === 'end' && first.reason === 'failed') throw lost(first.problem)
      // The time of the first token is unknown for an answer that is sent whole.
      if (first.kind !== 'end' && request.stream) attempt.firstToken()
      return { taken, attempt, first, next, hangUp }
    } catch (error) {
      hangUp()
      throw error
    }
  })
}

function lost(why: string | null): Refused {
  return new Refused('upstream_failed', { internal: why ?? 'it did not say why' })
}
