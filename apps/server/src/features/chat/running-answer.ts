import type { AnswerState } from '@gridloom/contract/chat/chat'
import type { AccountId, ChatId, ChatMessageId, GenerationId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { AnswerCost } from '@gridloom/contract/models/answer'
import type { Log } from '../../platform/log.ts'
import type { PendingAnswer } from '../models/index.ts'
import { type GrowingText, growingText } from './growing-text.ts'
import { keepable, wholeCharacters } from './whole-characters.ts'

/** A longer answer is ended at this length, as each running answer is kept in memory. In UTF-16 units. */
export const answerUnitsMax = 4_000_000

/** The problem reported for an answer whose server stopped. */
export const restartedText = 'The server was restarted while this answer was generated.'

/** The text of an answer, and the reasoning before it. */
export interface WrittenAnswer {
  readonly text: string
  readonly reasoning: string
}

/** The end of an answer, as its message stores it. */
export interface AnswerEnd {
  readonly state: Exclude<AnswerState, 'running'>
  readonly problem: string | null
  readonly cost: AnswerCost | null
}

/** An answer that has begun, with the message that it belongs to. */
export interface StartedAnswer {
  readonly pending: PendingAnswer
  readonly accountId: AccountId
  readonly chatId: ChatId
  readonly messageId: ChatMessageId
  /** Aborting it stops the engine. */
  readonly stop: AbortController
}

/** An answer that this replica is generating, for any number of readers. */
export interface RunningAnswer extends Omit<StartedAnswer, 'pending' | 'stop'> {
  readonly id: GenerationId
  readonly text: Pick<GrowingText, 'behind' | 'whole' | 'length'>
  readonly reasoning: RunningAnswer['text']
  /** `undefined` while the answer runs. Once it is set, the text is complete and the end is written. */
  readonly end: AnswerEnd | undefined
  /** Resolves when there is more text, when the answer has ended, or when the reader disconnects. */
  news(signal: AbortSignal): Promise<void>
  /** Stops the engine. `server`: this server is shutting down. */
  stop(by: 'reader' | 'server'): void
  /** Resolves once the answer has ended and its end is written; never rejects. */
  readonly over: Promise<void>
}

interface RunningAnswerParts {
  readonly begun: StartedAnswer
  readonly log: Log
  /** Writes the end before readers are notified; never rejects. */
  write(written: WrittenAnswer, end: AnswerEnd): Promise<void>
}

/** Reads an answer at the engine's pace, whether or not there are readers, and keeps its text. */
export function runAnswer({ begun, log, write }: RunningAnswerParts): RunningAnswer {
  const { pending, stop, ...whose } = begun
  const text = growingText()
  const reasoning = growingText()
  const waiting = new Set<() => void>()
  let end: AnswerEnd | undefined
  let stoppedBy: StoppedBy

  const wake = () => {
    for (const resolve of waiting) resolve()
    waiting.clear()
  }
  const add = (to: GrowingText, more: string) => {
    if (more === '') return
    to.append(more)
    wake()
  }
  const halt = (by: NonNullable<StoppedBy>) => {
    if (end !== undefined || stoppedBy !== undefined) return
    stoppedBy = by
    stop.abort()
  }
  const takeAll = async () => {
    const parts = {
      text: { whole: wholeCharacters(), to: text },
      reasoning: { whole: wholeCharacters(), to: reasoning },
    }
    try {
      for await (const delta of pending.deltas) {
        if (delta.kind === 'tool_calls' || stoppedBy === 'bound') continue
        const { whole, to } = parts[delta.kind]
        add(to, whole.take(delta.text))
        if (text.length + reasoning.length >= answerUnitsMax) halt('bound')
      }
    } finally {
      for (const { whole, to } of Object.values(parts)) add(to, whole.rest())
    }
  }
  const run = async () => {
    const failure = await takeAll().then(
      () => null,
      (error: unknown) => ({ error }),
    )
    const answerEnd =
      failure === null || stoppedBy !== undefined
        ? endOf(await pending.ended, stoppedBy)
        : refusedEnd(failure.error, log)
    // The problem comes from a machine, which is not trusted.
    const ended = {
      ...answerEnd,
      problem: answerEnd.problem === null ? null : keepable(answerEnd.problem),
    }
    await write({ text: text.whole(), reasoning: reasoning.whole() }, ended)
    end = ended
    wake()
  }
  // @NOTE the deltas throw the same error, and that ends the answer.
  pending.started.catch(() => {})
  return {
    ...whose,
    id: pending.id,
    text,
    reasoning,
    get end() {
      return end
    },
    news: (signal) => newsIn(waiting, signal),
    stop: halt,
    over: run(),
  }
}

type StoppedBy = 'reader' | 'server' | 'bound' | undefined

/** Returns the final state; an answer may end by itself before the stop reaches its engine. */
function endOf({ state, problem, cost }: AnswerEnd, stoppedBy: StoppedBy): AnswerEnd {
  if (state === 'done' || state === 'length' || stoppedBy === undefined)
    return { state, problem, cost }
  if (stoppedBy === 'server') return { state: 'broken', problem: restartedText, cost }
  return { state: stoppedBy === 'bound' ? 'length' : 'stopped', problem: null, cost }
}

/** Returns the end of an answer that no endpoint accepted, or that failed by an internal error. */
function refusedEnd(error: unknown, log: Log): AnswerEnd {
  if (error instanceof Refused) return { state: 'broken', problem: error.publicText, cost: null }
  log.error({ event: 'answer.failed', err: error }, 'an answer failed')
  return { state: 'broken', problem: new Refused('internal').publicText, cost: null }
}

function newsIn(waiting: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const wake = () => {
      waiting.delete(wake)
      signal.removeEventListener('abort', wake)
      resolve()
    }
    waiting.add(wake)
    signal.addEventListener('abort', wake, { once: true })
  })
}
