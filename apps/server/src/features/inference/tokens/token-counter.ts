import { Worker } from 'node:worker_threads'
import type { ModelId } from '@gridloom/contract/models'
import type { Clock } from '../../../platform/clock.ts'
import type { Log } from '../../../platform/log.ts'
import type { Countable, Counted, CountOrder } from './token-thread.ts'
import type { Vocabularies } from './vocabularies.ts'

/**
 * Counts tokens with the tokenizers of the catalogue's models, so that what a machine says of an answer can be checked by us,
 * who gain nothing by it.
 */
export interface TokenCounter extends AsyncDisposable {
  /** Whether tokens of this model can be counted here. */
  knows(modelId: ModelId): boolean
  /** `undefined` where it cannot be counted, or not soon enough. Never rejects. */
  count(modelId: ModelId, what: Countable): Promise<number | undefined>
}

interface Options {
  clock: Clock
  log: Log
  vocabularies: Vocabularies
}

/** An answer waits no longer for its count. */
const countMsMax = 2_000
const waitingMax = 2_000
/** Vocabularies of 150,000 tokens take some 60 MiB each. */
const heapMiBMax = 1_024

/** One thread for all models of this replica: a prompt of a megabyte must not stop the requests of others. */
export function createTokenCounter({ clock, log, vocabularies }: Options): TokenCounter {
  const waiting = new Map<number, (tokens: number | undefined) => void>()
  const known = new Set<string>()
  const stop = new AbortController()
  let worker: Worker | undefined
  let last = 0

  function opened(): Worker {
    if (worker !== undefined) return worker
    const begun = new Worker(new URL('./token-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: heapMiBMax },
    })
    begun.on('message', ({ id, tokens }: Counted) => settle(id, tokens ?? undefined))
    begun.on('error', (error) => log.error({ err: error }, 'counting tokens failed'))
    begun.once('exit', () => {
      if (worker === begun) worker = undefined
      known.clear()
      for (const id of [...waiting.keys()]) settle(id, undefined)
    })
    begun.unref()
    worker = begun
    return begun
  }

  function settle(id: number, tokens: number | undefined): void {
    waiting.get(id)?.(tokens)
    waiting.delete(id)
  }

  /** With the vocabulary, unless the thread has it already. */
  async function orderOf(key: string, what: Countable): Promise<CountOrder | undefined> {
    last += 1
    const id = last
    if (known.has(key)) return { id, key, what }
    const vocabulary = await vocabularies.read(key)
    if (vocabulary === undefined) return undefined
    known.add(key)
    return { id, key, what, vocabulary }
  }

  async function count(modelId: ModelId, what: Countable): Promise<number | undefined> {
    const key = vocabularies.keyOf(modelId)
    if (key === undefined || waiting.size >= waitingMax) return undefined
    const order = await orderOf(key, what)
    if (order === undefined || stop.signal.aborted) return undefined
    const { promise, resolve } = Promise.withResolvers<number | undefined>()
    waiting.set(order.id, resolve)
    opened().postMessage(order)
    const over = new AbortController()
    clock.sleep(countMsMax, AbortSignal.any([over.signal, stop.signal])).then(
      () => settle(order.id, undefined),
      // @NOTE it was counted in time, or the server stops.
      () => settle(order.id, undefined),
    )
    return promise.finally(() => over.abort())
  }

  return {
    knows: (modelId) => vocabularies.keyOf(modelId) !== undefined,
    count: (modelId, what) =>
      count(modelId, what).catch((error: unknown) => {
        log.error({ err: error, modelId }, 'a vocabulary could not be read')
        return undefined
      }),
    async [Symbol.asyncDispose]() {
      stop.abort()
      await worker?.terminate()
    },
  }
}
