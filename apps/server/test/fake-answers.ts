import type { GenerationId } from '@gridloom/contract/core/ids'
import type { AnswerCost } from '@gridloom/contract/models/answer'
import type {
  AnswerDelta,
  AnswerEnded,
  BeginAnswer,
  BeginAnswerInput,
} from '#features/models/answers/pending-answer'

export const aCost: AnswerCost = {
  input_tokens: 9,
  cached_tokens: 0,
  output_tokens: 4,
  reasoning_tokens: 0,
  reasoning_ms: null,
  first_token_ms: 12,
  tokens_per_s: 80,
  micro_usd: 7,
  machine_id: null,
  machine_name: 'box',
}

/** An answer that the test generates. */
export interface FakeAnswer {
  readonly id: GenerationId
  readonly input: BeginAnswerInput
  say(text: string): void
  think(text: string): void
  end(over?: Partial<AnswerEnded>): void
  /** Fails the answer. */
  refuse(error: Error): void
}

/** Answers that the test generates, in place of machines. An abort ends one as `stopped`. */
export function fakeAnswers() {
  const made: FakeAnswer[] = []
  /** The errors of the next answers, before any output. */
  const refusals: Error[] = []
  const beginAnswer: BeginAnswer = async (ctx, input) => {
    const refusal = refusals.shift()
    if (refusal !== undefined) throw refusal
    const { answering, fake } = anAnswer(ctx.ids.mint('generation'), input)
    made.push(fake)
    return answering
  }
  return {
    beginAnswer,
    made,
    refusals,
    /** The newest answer. */
    get last(): FakeAnswer {
      const last = made.at(-1)
      if (last === undefined) throw new RangeError('something was asked')
      return last
    },
  }
}

function anAnswer(id: GenerationId, input: BeginAnswerInput) {
  const waiting: AnswerDelta[] = []
  const started = Promise.withResolvers<never>()
  const ended = Promise.withResolvers<AnswerEnded>()
  let wake = () => {}
  let over: 'no' | 'ended' | Error = 'no'
  const end = (over_: Partial<AnswerEnded> = {}) => {
    if (over !== 'no') return
    over = 'ended'
    ended.resolve({ state: 'done', reason: 'stop', problem: null, cost: aCost, ...over_ })
    wake()
  }
  const fake: FakeAnswer = {
    id,
    input,
    say(text) {
      if (over === 'no') waiting.push({ kind: 'text', text, tokens: 1 })
      wake()
    },
    think(text) {
      if (over === 'no') waiting.push({ kind: 'reasoning', text, tokens: 1 })
      wake()
    },
    end,
    refuse(error) {
      over = error
      started.reject(error)
      ended.resolve({ state: 'broken', reason: 'failed', problem: null, cost: aCost })
      wake()
    },
  }
  input.signal.addEventListener('abort', () => end({ state: 'stopped' }), { once: true })
  async function* deltas(): AsyncIterable<AnswerDelta> {
    for (;;) {
      const delta = waiting.shift()
      if (delta !== undefined) yield delta
      else if (over instanceof Error) throw over
      else if (over === 'ended') return
      else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  }
  const answering = { id, started: started.promise, deltas: deltas(), ended: ended.promise }
  return { answering, fake }
}
