import type { Clock } from '@gridloom/async/clock'
import type {
  AnswerPart,
  AnswerRequest,
  Embedded,
  EmbedInput,
} from '@gridloom/contract/agent/models'
import { AgentRefused } from '../../refused.ts'
import { EngineUnavailable } from '../engine.ts'
import { GrowingAnswer } from './growing-answer.ts'
import type { ModelProcess } from './model-process.ts'
import {
  type FromWorker,
  type ModelFacts,
  type RequestMessage,
  refusedAs,
} from './worker-messages.ts'

/** The receiver of one request's messages. */
interface RequestHandler {
  receive(word: RequestMessage): void
  /** Called when the process has ended. */
  break(why: string): void
}

/** A request that was started; `over` resolves once the process has finished it. */
interface RunningRequest {
  id: number
  over: Promise<void>
}

/** Time to stop after an abort: the process may finish a token, a slice of a prompt, or the vector of a text. */
const stopMsMax = 60_000
/** Length of the longest words in vocabularies. */
const tokenCharsMax = 256
/** An answer may have this many tokens more than requested. */
const tokensMin = 256
const answerCharsMax = 32 * 1024 ** 2

/** The requests that a model's process works on, by their ids. */
export class PendingRequests {
  readonly #process: ModelProcess
  readonly #clock: Clock
  readonly #running = new Map<number, { handler: RequestHandler; over: () => void }>()
  readonly #opened = Promise.withResolvers<ModelFacts>()
  #last = 0
  #problem: string | undefined
  #contextTokens = 0
  tokensAfterAbort: number | undefined

  constructor(process: ModelProcess, clock: Clock) {
    this.#process = process
    this.#clock = clock
    // @NOTE the caller that waits for the opening gets its failure
    this.#opened.promise.catch(() => undefined)
    void process.ended.then((why) => this.#breakAll(why))
  }

  get opened(): Promise<ModelFacts> {
    return this.#opened.promise
  }

  receive(word: FromWorker): void {
    switch (word.kind) {
      case 'opened':
        this.#contextTokens = word.facts.contextTokens
        this.#opened.resolve(word.facts)
        return
      case 'unopened':
        this.#opened.reject(new EngineUnavailable(word.problem))
        return
      case 'alive':
        return
      default:
        this.#pass(word)
    }
  }

  /** `grammar`: the grammar that the answer must follow, in the language of llama.cpp. */
  async *answer(
    { request, grammar }: { request: AnswerRequest; grammar: string | null },
    signal: AbortSignal,
  ): AsyncGenerator<AnswerPart, void> {
    signal.throwIfAborted()
    const answer = new GrowingAnswer(this.#clock, {
      charsMax: charsMaxOf(request, this.#contextTokens),
      onBeyond: () => this.#process.kill('The engine sent more than was requested.'),
    })
    const running = this.#begin(answer)
    const { id, over } = running
    const stop = () => {
      this.#stop(running)
      answer.leave()
    }
    signal.addEventListener('abort', stop, { once: true })
    this.#process.say({ kind: 'answer', id, request, grammar })
    try {
      yield* answer.read()
    } finally {
      signal.removeEventListener('abort', stop)
      if (this.#running.has(id)) stop()
      await over
    }
    signal.throwIfAborted()
  }

  async embed(texts: readonly EmbedInput[], signal: AbortSignal): Promise<Embedded> {
    signal.throwIfAborted()
    const input = texts.filter((text) => typeof text === 'string')
    if (input.length < texts.length)
      throw new AgentRefused('unsupported', 'This engine does not accept token IDs.')
    const { promise, resolve, reject } = Promise.withResolvers<Embedded>()
    const running = this.#begin({
      receive: (word) => {
        if (word.kind === 'embedded') resolve(word.embedded)
        if (word.kind === 'refused') reject(refusedAs(word.refusal))
        if (word.kind === 'aborted') reject(signal.reason)
      },
      break: (why) => reject(new AgentRefused('engine_failed', why)),
    })
    const stop = () => this.#stop(running)
    signal.addEventListener('abort', stop, { once: true })
    this.#process.say({ kind: 'embed', id: running.id, input })
    const embedded = await promise.finally(() => signal.removeEventListener('abort', stop))
    signal.throwIfAborted()
    return embedded
  }

  #begin(handler: RequestHandler): RunningRequest {
    if (this.#problem !== undefined) throw new AgentRefused('engine_failed', this.#problem)
    this.#last += 1
    const id = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#running.set(id, { handler, over: resolve })
    this.#process.watch('at_work')
    return { id, over: promise }
  }

  /** Aborts a request, and kills the process if it has not stopped in time, whatever messages it sends meanwhile. */
  #stop({ id, over }: RunningRequest): void {
    this.#process.say({ kind: 'abort', id })
    const stopped = new AbortController()
    void over.then(() => stopped.abort())
    this.#clock.sleep(stopMsMax, stopped.signal).then(
      () => this.#process.kill(`The engine did not stop within ${stopMsMax / 1_000} s.`),
      // @NOTE it has stopped
      () => undefined,
    )
  }

  /** Passes a message on to its request; some messages end it. */
  #pass(word: RequestMessage): void {
    const running = this.#running.get(word.id)
    if (running === undefined) return
    running.handler.receive(word)
    if (word.kind === 'read' || word.kind === 'text' || word.kind === 'reasoning') return
    if (word.kind === 'aborted') this.tokensAfterAbort = word.tokens
    this.#end(word.id)
  }

  #breakAll(why: string): void {
    this.#problem = why
    this.#opened.reject(new EngineUnavailable(why))
    for (const [id, { handler }] of this.#running) {
      handler.break(why)
      this.#end(id)
    }
  }

  #end(id: number): void {
    const running = this.#running.get(id)
    this.#running.delete(id)
    if (this.#running.size === 0) this.#process.watch('at_rest')
    running?.over()
  }
}

/** Returns the longest text that the requested tokens can have. */
function charsMaxOf({ max_tokens: asked }: AnswerRequest, contextTokens: number): number {
  const tokens = Math.min(asked ?? contextTokens, contextTokens)
  return Math.min(answerCharsMax, (tokens + tokensMin) * tokenCharsMax)
}
