import type { AnswerPart, AnswerRequest } from '@gridloom/contract/agent/inference'
import { Refused } from '@gridloom/contract/errors'
import type { AnswersCtx, Attempt } from '../ports.ts'
import { askForAnswer } from './answer-parts.ts'
import { listenForSilence, silenceMsMax, wholeWithinMs } from './silence.ts'
import type { Taken } from './take-endpoint.ts'
import { type Tried, tryEndpoints } from './try-endpoints.ts'

/** An answer that an endpoint has begun. */
export interface Opened {
  readonly taken: Taken
  readonly attempt: Attempt
  /** What came first; an end where the answer is empty. */
  readonly first: AnswerPart
  /** What comes next. @throws Refused where the machine is lost, or ends without having said so */
  next(): Promise<AnswerPart>
  /** After its end: lets the stream end by itself, which costs less than ending it. */
  readOver(): void
  /** Stops the engine. */
  hangUp(): void
}

/** One for all: making an error each time costs more than the answer. */
const isOver = new DOMException('The answer is over', 'AbortError')

interface Opening {
  tried: Tried
  request: AnswerRequest
  signal: AbortSignal
}

/** Asks one endpoint after another until one begins to answer. @throws Refused, or the signal's reason */
export function openAnswer(ctx: AnswersCtx, { tried, request, signal }: Opening): Promise<Opened> {
  return tryEndpoints(ctx, { ...tried, signal }, async (taken, attempt) => {
    const call = new AbortController()
    const hangUp = () => call.abort(signal.reason)
    signal.addEventListener('abort', hangUp, { once: true })
    const release = () => {
      signal.removeEventListener('abort', hangUp)
      call.abort(isOver)
    }
    const { endpoint } = taken
    const parts = askForAnswer({ agents: ctx.agents, endpoint, request, signal: call.signal })
    const listening = listenForSilence(
      ctx.clock,
      call,
      request.stream ? silenceMsMax : wholeWithinMs,
    )
    const next = async () => {
      listening.waiting()
      const step = await parts.next()
      listening.heard()
      if (step.done === true) throw lost('the stream ended without an end')
      return step.value
    }
    try {
      const first = await next()
      if (first.kind === 'end' && first.reason === 'failed') throw lost(first.problem)
      // When the first word of a whole answer was made, nobody says.
      if (first.kind !== 'end' && request.stream) attempt.firstToken()
      const readOver = () => {
        listening.waiting()
        parts.next().then(release, release)
      }
      return { taken, attempt, first, next, readOver, hangUp: release }
    } catch (error) {
      release()
      throw error
    }
  })
}

function lost(why: string | null): Refused {
  return new Refused('upstream_failed', { internal: why ?? 'it did not say why' })
}
