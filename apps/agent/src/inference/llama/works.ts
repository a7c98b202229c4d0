import type {
  AnswerPart,
  AnswerRequest,
  Embedded,
  PromptCounts,
} from '@gridloom/contract/agent/inference'
import type { Clock } from '../../host/clock.ts'
import { AgentRefused } from '../../refused.ts'
import { brokenEnd, EngineTrouble } from '../engine.ts'
import { createPartQueue, type PartQueue } from '../part-queue.ts'
import type { ModelProcess } from './model-process.ts'
import type { FromWorker, ModelFacts, Refusal } from './words.ts'

interface Work {
  queue: PartQueue
  onEmbedded(embedded: Embedded): void
  output: Output
  over: () => void
}

/** What has come of an answer. */
interface Output {
  tokens: number
  read: PromptCounts | undefined
  /** `undefined`: nothing came yet. */
  firstAtMs: number | undefined
}

/** What is at work in the process, by the numbers under which it was ordered. */
export class Works {
  readonly #clock: Clock
  readonly #running = new Map<number, Work>()
  readonly #opened = Promise.withResolvers<ModelFacts>()
  #process: ModelProcess | undefined
  #last = 0
  #problem: string | undefined
  tokensAfterAbort: number | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get opened(): Promise<ModelFacts> {
    return this.#opened.promise
  }

  begin(process: ModelProcess): void {
    this.#process = process
    // @NOTE who waits for the opening hears of its failure from there
    this.#opened.promise.catch(() => undefined)
    void process.ended.then((why) => this.#breakAll(why))
  }

  hear(word: FromWorker): void {
    if (word.kind === 'opened') this.#opened.resolve(word.facts)
    if (word.kind === 'unopened') this.#opened.reject(new EngineTrouble(word.problem))
    if (!('id' in word)) return
    const work = this.#running.get(word.id)
    if (work === undefined) return
    if (word.kind === 'read') {
      work.output.read = word.counts
      return
    }
    if (word.kind === 'text') {
      this.#add(work, word)
      return
    }
    if (word.kind === 'refused') work.queue.fail(refusedAs(word.refusal))
    if (word.kind === 'embedded') {
      work.onEmbedded({ vectors: word.vectors, input_tokens: word.input_tokens })
    }
    if (word.kind === 'end') this.#end(work, word)
    this.#forget(word.id, work)
  }

  async *answer(request: AnswerRequest, signal: AbortSignal): AsyncGenerator<AnswerPart, void> {
    signal.throwIfAborted()
    const { id, work, over } = this.#start()
    const stop = () => {
      this.#process?.say({ kind: 'abort', id })
      work.queue.end()
    }
    signal.addEventListener('abort', stop, { once: true })
    this.#process?.say({ kind: 'answer', id, request })
    try {
      yield* work.queue.read()
    } finally {
      signal.removeEventListener('abort', stop)
      if (this.#running.has(id)) stop()
      await over
    }
    signal.throwIfAborted()
  }

  async embed(input: readonly string[], signal: AbortSignal): Promise<Embedded> {
    signal.throwIfAborted()
    const { id, work, over } = this.#start()
    let embedded: Embedded | undefined
    work.onEmbedded = (done) => {
      embedded = done
    }
    const stop = () => this.#process?.say({ kind: 'abort', id })
    signal.addEventListener('abort', stop, { once: true })
    this.#process?.say({ kind: 'embed', id, input })
    await over
    signal.removeEventListener('abort', stop)
    signal.throwIfAborted()
    for await (const part of work.queue.read()) {
      if (part.kind === 'end') throw new AgentRefused('engine_failed', part.problem ?? 'It failed.')
    }
    if (embedded === undefined) throw new AgentRefused('engine_failed', 'It gave no vectors.')
    return embedded
  }

  #add({ output, queue }: Work, { text, tokens }: Extract<FromWorker, { kind: 'text' }>): void {
    const isFirst = output.firstAtMs === undefined
    output.firstAtMs ??= this.#clock.monotonicMs()
    output.tokens += tokens
    const { read } = output
    queue.put({ kind: 'text', text, tokens, ...(isFirst && read !== undefined ? { read } : {}) })
  }

  #start(): { id: number; work: Work; over: Promise<void> } {
    if (this.#problem !== undefined) throw new AgentRefused('engine_failed', this.#problem)
    this.#last += 1
    const over = Promise.withResolvers<void>()
    const output = { tokens: 0, read: undefined, firstAtMs: undefined }
    const onEmbedded = () => undefined
    const work: Work = { queue: createPartQueue(), onEmbedded, output, over: over.resolve }
    this.#running.set(this.#last, work)
    this.#process?.watch('at_work')
    return { id: this.#last, work, over: over.promise }
  }

  #end({ queue, output }: Work, word: Extract<FromWorker, { kind: 'end' }>): void {
    if (word.reason === 'aborted') {
      this.tokensAfterAbort = word.tokensAfterAbort
      queue.end()
      return
    }
    const { firstAtMs } = output
    const times = firstAtMs === undefined ? {} : { made_ms: this.#clock.monotonicMs() - firstAtMs }
    queue.put({ kind: 'end', reason: word.reason, problem: null, counts: word.counts, ...times })
    queue.end()
  }

  #breakAll(why: string): void {
    this.#problem = why
    this.#opened.reject(new EngineTrouble(why))
    for (const [id, work] of this.#running) {
      const { tokens, read, firstAtMs } = work.output
      if (firstAtMs !== undefined) {
        const counts = { input_tokens: 0, cached_tokens: 0, ...read, output_tokens: tokens }
        work.queue.put(brokenEnd(why, counts))
        work.queue.end()
      } else {
        work.queue.fail(new AgentRefused('engine_failed', why))
      }
      this.#forget(id, work)
    }
  }

  #forget(id: number, work: Work): void {
    this.#running.delete(id)
    if (this.#running.size === 0) this.#process?.watch('at_rest')
    // An embedding, or an answer whose reader has gone, has nothing more to read.
    work.queue.end()
    work.over()
  }
}

function refusedAs({ code, text, details = {} }: Refusal): AgentRefused {
  return new AgentRefused(code, text, { details })
}
