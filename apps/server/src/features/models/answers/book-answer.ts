import type { AnswerPart, PromptCounts, TokenCounts } from '@gridloom/contract/agent/models'
import type { GenerationId } from '@gridloom/contract/core/ids'
import { assertNever } from '@gridloom/domain/assert-never'
import { machineSays } from '../machine-says.ts'
import type { Measurement } from '../stats/attempt.ts'
import type { CountCheck } from './check-counts.ts'
import type { Opened } from './open-answer.ts'
import type { AnswerDelta, AnswerEnded, AnswersCtx, BeginAnswerInput } from './pending-answer.ts'
import { settleAnswer } from './settle-answer.ts'
import { chargeOf, plausible } from './upper-bounds.ts'

type End = Extract<AnswerPart, { kind: 'end' }>

/**
 * The way an answer ended. `shut_out`: its payer lost access. `lost`: its machine was lost, or sent more than was
 * requested.
 */
export type Ending = End | { kind: 'stopped' | 'shut_out' } | { kind: 'lost'; problem: string }

/** The progress and the end of an answer: measured, charged and reported exactly once. */
export interface Booking {
  readonly ended: Promise<AnswerEnded>
  isOver(): boolean
  add(delta: AnswerDelta): void
  /** Whether more output arrived than was requested: a token has only so many bytes. */
  isExcessive(): boolean
  /** Ends the answer; later calls change nothing. */
  end(ending: Ending): void
}

interface AnswerBooking {
  id: GenerationId
  input: BeginAnswerInput
  opened: Pick<Opened, 'taken' | 'attempt'>
  startedAt: Date
  /** The check of token counts, where the model's tokens can be counted. */
  check?: CountCheck | undefined
}

/**
 * Eight times the usual: single tokens can be runs of 128 spaces, but no text consists of these alone. A whole answer
 * stays in memory until its end. {@link bytesBeside} covers the frames of tool calls, and tables of dashes in short
 * answers.
 */
const bytesPerTokenMax = 32
const bytesBeside = 64 * 1024
/** Each delta counts some bytes, as an empty one costs the server too. */
const bytesPerDelta = 8
const problemCharsMax = 500

export function bookAnswer(ctx: Pick<AnswersCtx, 'clock'>, parts: AnswerBooking): Booking {
  const { opened, check } = parts
  const { taken, attempt } = opened
  const { promise: ended, resolve } = Promise.withResolvers<AnswerEnded>()
  let isOver = false
  let bytesCame = 0
  let bytesWeighed = 0
  let tokens = 0
  let read: PromptCounts | undefined
  return {
    ended,
    isOver: () => isOver,
    add(delta) {
      const text = textOf(delta)
      const bytes = Buffer.byteLength(text)
      check?.add(text)
      bytesCame += bytes
      bytesWeighed += bytes + bytesPerDelta
      tokens += delta.tokens
      read ??= delta.read
    },
    isExcessive: () => bytesWeighed > taken.outputMax * bytesPerTokenMax + bytesBeside,
    end(ending) {
      if (isOver) return
      isOver = true
      const outcome = outcomeOf(ending)
      const endedAt = ctx.clock.now()
      const endMs = ctx.clock.monotonicMs()
      const reported = plausible(countsOf(ending, { read, tokens }), { ...taken, bytesCame })
      const ms = ending.kind === 'end' ? ending.made_ms : undefined
      const book = (counts: TokenCounts) => {
        const made = { tokens: counts.output_tokens, ms, endMs }
        const measured = attempt.end(outcome.state === 'broken' ? 'failed' : 'answered', made)
        resolve(settle(parts, { outcome, counts, measured, endedAt }))
      }
      if (check === undefined) book(reported)
      else void check.checked(reported).then(book)
    },
  }
}

/** The token counts of an answer so far, with its prompt tokens if the engine reported them with its first part. */
interface Came {
  readonly read: PromptCounts | undefined
  readonly tokens: number
}

function countsOf(ending: Ending, { read, tokens }: Came): TokenCounts {
  if (ending.kind === 'end') return ending.counts
  return { input_tokens: 0, cached_tokens: 0, ...read, output_tokens: tokens }
}

type AnswerOutcome = Pick<AnswerEnded, 'state' | 'reason' | 'problem'>

function outcomeOf(ending: Ending): AnswerOutcome {
  switch (ending.kind) {
    case 'stopped':
      return { state: 'stopped', reason: 'stop', problem: null }
    case 'shut_out':
      return { state: 'stopped', reason: 'shut_out', problem: null }
    case 'lost':
      return { state: 'broken', reason: 'failed', problem: ending.problem }
    case 'end':
      return outcomeOfEnd(ending)
    default:
      return assertNever(ending)
  }
}

function outcomeOfEnd({ reason, problem }: End): AnswerOutcome {
  if (reason === 'length') return { state: 'length', reason, problem: null }
  if (reason !== 'failed') return { state: 'done', reason, problem: null }
  if (problem === null) {
    return { state: 'broken', reason, problem: 'The engine failed without giving a reason.' }
  }
  return { state: 'broken', reason, problem: machineSays(problem.slice(0, problemCharsMax)) }
}

interface Settling {
  outcome: AnswerOutcome
  counts: TokenCounts
  measured: Measurement
  endedAt: Date
}

/** Settles the answer. A whole answer that broke was not delivered, so it is not charged. */
function settle(
  { id, input, opened, startedAt }: AnswerBooking,
  { outcome, counts, measured, endedAt }: Settling,
): AnswerEnded {
  const { taken } = opened
  const { payer, modelId } = input
  const { state, problem } = outcome
  const delivered = state !== 'broken' || input.request.stream
  const microUsd = delivered ? chargeOf(counts, taken) : 0
  const cost = settleAnswer(taken, {
    ...{ id, payer, modelId, state, problem, counts, microUsd, startedAt, endedAt },
    ...measured,
  })
  return { ...outcome, cost }
}

function textOf(delta: AnswerDelta): string {
  return delta.kind === 'text' ? delta.text : JSON.stringify(delta.tool_calls)
}
