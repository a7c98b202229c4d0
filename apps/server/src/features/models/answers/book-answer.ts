import type {
  AnswerPart,
  AnswerRequest,
  PromptCounts,
  TokenCounts,
} from '@gridloom/contract/agent/models'
import { assertNever } from '@gridloom/domain/assert-never'
import { machineSays } from '../machine-says.ts'
import { fundAnswer } from './answer-funding.ts'
import { type AnswerBooking, type AnswerOutcome, chargeAnswer } from './charge-answer.ts'
import { type AnswerDelta, type AnswerEnded, type AnswersCtx, choicesOf } from './pending-answer.ts'
import { createReasoningWatch } from './reasoning-watch.ts'
import { uncountedTokens } from './text-tokens.ts'
import { plausible, uncountedPrompt } from './upper-bounds.ts'

type End = Extract<AnswerPart, { kind: 'end' }>

/**
 * The way an answer ended. `shut_out`: its payer lost access. `unpaid`: balance or budget cover no more of it. `lost`:
 * its machine was lost, or sent more than was requested.
 */
export type Ending =
  | End
  | { kind: 'stopped' | 'shut_out' | 'unpaid' }
  | { kind: 'lost'; problem: string }

/** The progress and the end of an answer: measured, charged and reported exactly once. */
export interface Booking {
  readonly ended: Promise<AnswerEnded>
  isOver(): boolean
  /** Whether the payer can pay for this delta with all before it; reserves more if needed. */
  isPaid(delta: AnswerDelta): boolean | Promise<boolean>
  add(delta: AnswerDelta): void
  /** Whether more output arrived than was requested: a token has only so many bytes. */
  isExcessive(): boolean
  /** Ends the answer; later calls change nothing. */
  end(ending: Ending): void
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
/** The most probabilities of a whole answer, which stays in memory: some 50 MiB. */
const wholeChancesMax = 500_000
const problemCharsMax = 500

export function bookAnswer(
  ctx: Pick<AnswersCtx, 'clock' | 'recent'>,
  parts: AnswerBooking,
): Booking {
  const { opened, check } = parts
  const { request } = parts.input
  const { taken, attempt } = opened
  const funding = fundAnswer(taken)
  const { promise: ended, resolve } = Promise.withResolvers<AnswerEnded>()
  let isOver = false
  let bytesCame = 0
  let bytesWeighed = 0
  let tokens = 0
  let chances = 0
  let read: PromptCounts | undefined
  const reasoning = createReasoningWatch(ctx.clock, parts.input.request)
  return {
    ended,
    isOver: () => isOver,
    isPaid: (delta) =>
      funding.covers({
        input: (read ?? delta.read)?.input_tokens,
        output: tokens + delta.tokens,
      }),
    add(delta) {
      const text = textOf(delta)
      const bytes = Buffer.byteLength(text)
      check?.add(text, delta.choice)
      reasoning.add(delta.kind, bytes)
      bytesCame += bytes
      bytesWeighed += bytes + bytesPerDelta
      if (delta.logprobs !== undefined) chances += chancesIn(delta.logprobs)
      tokens += delta.tokens
      read ??= delta.read
    },
    isExcessive: () =>
      bytesWeighed > taken.outputMax * bytesPerTokenMax + bytesBeside ||
      (!request.stream && chances > wholeChancesMax),
    end(ending) {
      if (isOver) return
      isOver = true
      const outcome = outcomeOf(ending)
      const endedAt = ctx.clock.now()
      const endMs = ctx.clock.monotonicMs()
      reasoning.end(endMs)
      const isTaken = bytesCame > 0 || opened.isTaken() || ending.kind === 'end'
      const reported = countsOf(ending, { read, tokens })
      // A broken answer is charged by what its engine counted alone.
      const floor = isTaken && outcome.state !== 'broken' ? 'applies' : 'none'
      const least = floor === 'none' ? reported : atLeast(reported, { request, bytesCame, ending })
      const estimated = plausible(least, { ...taken, bytesCame })
      const ms = ending.kind === 'end' ? ending.made_ms : undefined
      const book = (counts: TokenCounts) => {
        // The speed and the length of one answer, where several were generated at once.
        const each = Math.ceil(counts.output_tokens / choicesOf(request))
        const made = { tokens: each, ms, endMs }
        const measured = attempt.end(attemptOutcome(outcome, bytesCame), made)
        if (ending.kind === 'end') ctx.recent.add(parts.input, each)
        if (isLeftWhole(ending, request)) ctx.recent.addLeft(parts.input)
        const share = reasoning.shareOf(counts.output_tokens, reported.reasoning_tokens)
        chargeAnswer(parts, { outcome, counts, measured, endedAt, reasoning: share }, resolve)
      }
      if (check === undefined) book(estimated)
      else void check.checked({ estimated, reported, floor }).then(book)
    },
  }
}

function isLeftWhole({ kind }: Ending, { stream }: AnswerRequest): boolean {
  return kind === 'stopped' && !stream
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

interface CameUncounted {
  readonly request: AnswerRequest
  readonly bytesCame: number
  readonly ending: Ending
}

/** Raises counts that an engine did not report to a low estimate. */
function atLeast(
  reported: TokenCounts,
  { request, bytesCame, ending }: CameUncounted,
): TokenCounts {
  const isReported = reported.input_tokens > 0
  if (isReported && ending.kind === 'end') return reported
  return {
    ...reported,
    input_tokens: isReported ? reported.input_tokens : uncountedPrompt(request),
    output_tokens: Math.max(reported.output_tokens, uncountedTokens(bytesCame)),
  }
}

/** A caller that leaves before any output says nothing about the machine. */
function attemptOutcome({ state }: AnswerOutcome, bytesCame: number) {
  if (state === 'broken') return 'failed'
  return state === 'stopped' && bytesCame === 0 ? 'not_counted' : 'answered'
}

const unpaidText = 'Your balance or the key’s budget is used up, so the answer ends here.'

function outcomeOf(ending: Ending): AnswerOutcome {
  switch (ending.kind) {
    case 'stopped':
      return { state: 'stopped', reason: 'stop', problem: null }
    case 'unpaid':
      return { state: 'length', reason: 'length', problem: unpaidText }
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

function outcomeOfEnd({ reason, reasons, problem }: End): AnswerOutcome {
  const each = reasons === undefined ? {} : { reasons }
  if (reason === 'length') return { state: 'length', reason, ...each, problem: null }
  if (reason !== 'failed') return { state: 'done', reason, ...each, problem: null }
  if (problem === null) {
    return { state: 'broken', reason, problem: 'The engine failed without giving a reason.' }
  }
  return { state: 'broken', reason, problem: machineSays(problem.slice(0, problemCharsMax)) }
}

function chancesIn(logprobs: NonNullable<AnswerDelta['logprobs']>): number {
  return logprobs.reduce((sum, { top_logprobs: top }) => sum + 1 + top.length, 0)
}

function textOf(delta: AnswerDelta): string {
  return delta.kind === 'tool_calls' ? JSON.stringify(delta.tool_calls) : delta.text
}
