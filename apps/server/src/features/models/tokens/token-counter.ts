import type { ModelId } from '@gridloom/contract/models/model-id'
import { createCountQueue, unitsOf } from './count-queue.ts'
import { createCountingThread, type ThreadOptions } from './counting-thread.ts'
import type { Countable } from './token-thread.ts'
import type { Vocabularies } from './vocabularies.ts'

/**
 * Counts tokens with the tokenizers of the catalogue's models, so that the counts that a machine reports can be checked
 * by a party that gains nothing from them.
 */
export interface TokenCounter extends AsyncDisposable {
  /** Whether tokens of this model can be counted. */
  knows(modelId: ModelId): boolean
  /** Returns the tokens; `undefined` if they cannot be counted, or not soon enough. Never rejects. */
  count(modelId: ModelId, what: Countable): Promise<number | undefined>
}

interface TokenCounterOptions extends Omit<ThreadOptions, 'countMsMax'> {
  vocabularies: Pick<Vocabularies, 'keyOf' | 'read'>
}

/** Texts up to this length are counted within some 60 ms. */
export const shortUnits = 32 * 1024
/** Longer texts take more time than an answer waits. */
export const unitsMax = 1024 * 1024

/**
 * Creates two threads for all models of this replica, one for short texts only: a prompt of a megabyte delays neither
 * the requests nor the counts of others. Otherwise a caller could evade counting by sending a few of them.
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
