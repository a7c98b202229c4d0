import type { ModelId } from '@gridloom/contract/models/model-id'
import { createCountQueue, unitsOf } from './count-queue.ts'
import { createCountingThread, type ThreadOptions } from './counting-thread.ts'
import type { Countable } from './token-thread.ts'
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

interface TokenCounterOptions extends Omit<ThreadOptions, 'countMsMax'> {
  vocabularies: Pick<Vocabularies, 'keyOf' | 'read'>
}

/** Counted within some 60 ms. */
export const shortUnits = 32 * 1024
/** Longer ones take more than an answer waits. */
export const unitsMax = 1024 * 1024

/**
 * Two threads for all models of this replica, of which one counts short texts alone: a prompt of a megabyte stops neither the
 * requests of others nor the counts of theirs, or who wants to be counted by nobody would only have to send some.
 */
export function createTokenCounter(options: TokenCounterOptions): TokenCounter {
  const { clock, log, vocabularies } = options
  const stop = new AbortController()
  const threads = {
    short: createCountingThread({ ...options, countMsMax: 1_000 }),
    long: createCountingThread({ ...options, countMsMax: 5_000 }),
  }
  const queueOf = (thread: keyof typeof threads) =>
    createCountQueue({ clock, log, thread: threads[thread], signal: stop.signal })
  const queues = { short: queueOf('short'), long: queueOf('long') }
  return {
    knows: (modelId) => vocabularies.keyOf(modelId) !== undefined,
    async count(modelId, what) {
      const key = vocabularies.keyOf(modelId)
      const units = unitsOf(what)
      if (key === undefined || units > unitsMax) return undefined
      return queues[units <= shortUnits ? 'short' : 'long'].count(key, what)
    },
    async [Symbol.asyncDispose]() {
      stop.abort()
      await Promise.all(Object.values(threads).map((thread) => thread[Symbol.asyncDispose]()))
    },
  }
}
