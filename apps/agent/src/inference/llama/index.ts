import type { AnswerPart, AnswerRequest, Embedded } from '@gridloom/contract/agent/inference'
import type { Clock } from '../../host/clock.ts'
import { deadline } from '../../host/clock.ts'
import { AgentRefused } from '../../refused.ts'
import { brokenEnd, type Engine, EngineTrouble } from '../engine.ts'
import { createPartQueue, type PartQueue } from '../part-queue.ts'
import { type ModelProcess, startModelProcess } from './model-process.ts'
import type { FromWorker, ModelFacts, Refusal } from './words.ts'

export interface LlamaAsked {
  /** Where `node-llama-cpp` is installed: see `findLlama`. */
  library: string
  file: string
  slots: number
  contextTokensMax: number | null
  threads: number
  clock: Clock
  /** At work without a token for so long, the process is ended. */
  silenceMsMax?: number
  signal: AbortSignal
}

/** An engine that lives in a process of its own, and what tests see of that. */
export interface LlamaEngine extends Engine {
  readonly pid: number | undefined
  /** Tokens that the model still made after the last answer was aborted. */
  tokensAfterAbort(): number | undefined
}

const silenceMsMax = 60_000
/** Large models are read from slow disks. */
const openMsMax = 600_000

/**
 * Opens a model in a process of its own, so that whatever it does, the agent goes on. Throws {@link EngineTrouble}, or the
 * signal's reason.
 */
export async function openLlama(asked: LlamaAsked): Promise<LlamaEngine> {
  const works = new Works()
  const process = startModelProcess({
    clock: asked.clock,
    silenceMsMax: asked.silenceMsMax ?? silenceMsMax,
    onWord: (word) => works.hear(word),
  })
  const { library, file, slots, contextTokensMax, threads } = asked
  works.begin(process)
  process.say({ kind: 'open', order: { library, file, slots, contextTokensMax, threads } })
  try {
    const facts = await openedWithin(asked, works, process)
    return engineOf(facts, works, process)
  } catch (cause) {
    await process.end()
    throw cause
  }
}

async function openedWithin(
  { clock, signal }: LlamaAsked,
  works: Works,
  process: ModelProcess,
): Promise<ModelFacts> {
  const limit = deadline(clock, openMsMax, signal)
  const aborted = Promise.withResolvers<never>()
  const giveUp = () => aborted.reject(limit.signal.reason)
  limit.signal.addEventListener('abort', giveUp, { once: true })
  if (limit.signal.aborted) giveUp()
  const died = process.ended.then((why) => Promise.reject(new EngineTrouble(why)))
  return Promise.race([works.opened, died, aborted.promise]).finally(() => {
    limit.signal.removeEventListener('abort', giveUp)
    limit.done()
  })
}

function engineOf(facts: ModelFacts, works: Works, process: ModelProcess): LlamaEngine {
  return {
    ...facts,
    pid: process.pid,
    tokensAfterAbort: () => works.tokensAfterAbort,
    answer: (request, signal) => works.answer(request, signal),
    embed: (input, signal) => works.embed(input, signal),
    ended: process.ended,
    close: () => process.end(),
  }
}

interface Work {
  queue: PartQueue
  onEmbedded(embedded: Embedded): void
  output: { tokens: number; hasBegun: boolean }
  over: () => void
}

/** What is at work in the process, by the numbers under which it was ordered. */
class Works {
  readonly #running = new Map<number, Work>()
  readonly #opened = Promise.withResolvers<ModelFacts>()
  #process: ModelProcess | undefined
  #last = 0
  #problem: string | undefined
  tokensAfterAbort: number | undefined

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
    if (word.kind === 'text') {
      work.output.tokens += word.tokens
      work.output.hasBegun = true
      work.queue.put({ kind: 'text', text: word.text, tokens: word.tokens })
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
    this.#process?.say({ kind: 'embed', id, input })
    await over
    for await (const part of work.queue.read()) {
      if (part.kind === 'end') throw new AgentRefused('engine_failed', part.problem ?? 'It failed.')
    }
    if (embedded === undefined) throw new AgentRefused('engine_failed', 'It gave no vectors.')
    return embedded
  }

  #start(): { id: number; work: Work; over: Promise<void> } {
    if (this.#problem !== undefined) throw new AgentRefused('engine_failed', this.#problem)
    this.#last += 1
    const over = Promise.withResolvers<void>()
    const output = { tokens: 0, hasBegun: false }
    const onEmbedded = () => undefined
    const work: Work = { queue: createPartQueue(), onEmbedded, output, over: over.resolve }
    this.#running.set(this.#last, work)
    this.#process?.watch('at_work')
    return { id: this.#last, work, over: over.promise }
  }

  #end({ queue }: Work, word: Extract<FromWorker, { kind: 'end' }>): void {
    if (word.reason === 'aborted') {
      this.tokensAfterAbort = word.tokensAfterAbort
      queue.end()
      return
    }
    queue.put({ kind: 'end', reason: word.reason, problem: null, counts: word.counts })
    queue.end()
  }

  #breakAll(why: string): void {
    this.#problem = why
    this.#opened.reject(new EngineTrouble(why))
    for (const [id, work] of this.#running) {
      if (work.output.hasBegun) {
        const counts = { input_tokens: 0, cached_tokens: 0, output_tokens: work.output.tokens }
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
