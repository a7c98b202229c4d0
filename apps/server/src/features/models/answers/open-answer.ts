import {
  type AnswerPart,
  type AnswerRequest,
  engineAliveEveryMs,
  engineIdleMsMax,
  noTokens,
} from '@gridloom/contract/agent/models'
import { Refused } from '@gridloom/contract/errors'
import type { Attempt } from '../stats/attempt.ts'
import { askForAnswer } from './answer-parts.ts'
import type { AnswersCtx } from './pending-answer.ts'
import type { ReservedEndpoint } from './take-endpoint.ts'
import { type EndpointsToTry, tryEndpoints } from './try-endpoints.ts'

/** An answer that an endpoint has begun. */
export interface OpenedAnswer {
  readonly taken: ReservedEndpoint
  readonly attempt: Attempt
  /** The first part; the end if the answer is empty, or was stopped before any output. */
  readonly first: OutputPart
  /** Whether the engine has begun to read the prompt. */
  isTaken(): boolean
  /** Returns the next part. @throws Refused where the machine is lost, or the answer stops without an end */
  next(): Promise<OutputPart>
  /** Stops the engine. */
  hangUp(): void
}

/** A part with output, or the end. */
export type OutputPart = Exclude<AnswerPart, { kind: 'taken' | 'alive' }>

/** The most signs of life in a row: an engine may work out of sight for as long as on a whole answer. */
const aliveMax = engineIdleMsMax.whole / engineAliveEveryMs

/** Shared by all answers: creating an error each time costs more than the rest of an answer. */
const isOver = new DOMException('The answer is over', 'AbortError')

interface Opening {
  tried: EndpointsToTry
  request: AnswerRequest
  signal: AbortSignal
}

/** Tries endpoints until one begins to answer. @throws Refused, or the signal's reason */
export function openAnswer(
  ctx: AnswersCtx,
  { tried, request, signal }: Opening,
): Promise<OpenedAnswer> {
  return tryEndpoints(ctx, { ...tried, signal }, async (taken, attempt) => {
    const stream = request.stream || !isPaidWhole(taken) || !ctx.recent.stays(tried.plan)
    const sent = { ...request, stream, report_taken: true }
    const parts = askForAnswer({ agents: ctx.agents, endpoint: taken.endpoint, request: sent })
    const stallMs = engineIdleMsMax[sent.stream ? 'stream' : 'whole'] + loadingMsMax(taken)
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
    let isTaken = false
    const next = async (): Promise<OutputPart> => {
      for (let signs = 0; signs <= aliveMax; signs++) {
        stall.waiting()
        const part = await parts.next()
        stall.received()
        if (part === undefined) throw lost('the stream ended without an end')
        if (part.kind === 'end') letGo()
        if (part.kind !== 'taken' && part.kind !== 'alive') return part
        isTaken = true
      }
      throw lost('it worked without output for too long')
    }
    const opened = { taken, attempt, isTaken: () => isTaken, next, hangUp }
    signal.addEventListener('abort', leave, { once: true })
    try {
      const first = await next()
      if (first.kind === 'end' && first.reason === 'failed') throw lost(first.problem)
      // The first token of an answer that is sent whole is unknown, and that of a model loaded first says nothing of the next.
      if (first.kind !== 'end' && sent.stream && !taken.endpoint.isCold) attempt.firstToken()
      return { ...opened, first }
    } catch (error) {
      hangUp()
      // A caller that leaves while the engine reads pays for what it read.
      if (isTaken && signal.aborted) return { ...opened, first: leftEnd }
      throw error
    }
  })
}

/**
 * Whether any answer of this endpoint is paid for. Otherwise the machine streams it even to a reader who wants it whole:
 * what came is known then, and it can be ended where the money does. The same goes for those who left a whole answer, and
 * for those who have not read any to its end.
 */
function isPaidWhole({ reservation, microUsdMax }: ReservedEndpoint): boolean {
  return reservation.microUsd >= microUsdMax
}

/** Returns how long an answer may wait for its model to be loaded. */
function loadingMsMax({ endpoint: { isCold, loadMs } }: ReservedEndpoint): number {
  return isCold ? loadMs * loadingTimes : 0
}

const loadingTimes = 4
const leftEnd = { kind: 'end', reason: 'stop', problem: null, counts: noTokens } as const

function lost(why: string | null): Refused {
  return new Refused('upstream_failed', { internal: why ?? 'it did not say why' })
}
