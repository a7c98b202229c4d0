import type { Clock } from '@gridloom/async/clock'
import type { Log } from '../../../platform/log.ts'
import type { CountingThread } from './counting-thread.ts'
import type { Countable } from './token-thread.ts'

/** A queue of texts to count, the shortest first: one caller's long texts must not delay the counts of others. */
export interface CountQueue {
  /**
   * Returns the tokens; `undefined` if they cannot be counted, not soon enough, or too much waits already. Never
   * rejects.
   */
  count(key: string, what: Countable): Promise<number | undefined>
}

interface CountQueueOptions {
  clock: Clock
  log: Log
  thread: Pick<CountingThread, 'count'>
  signal: AbortSignal
}

/** The longest that an answer waits for its count. */
export const waitMsMax = 2_000
/** The most texts, and UTF-16 units in all, that wait. */
export const waitingMax = 500
export const waitingUnitsMax = 16 * 1024 * 1024

interface WaitingCount {
  key: string
  what: Countable
  units: number
  settle(tokens: number | undefined): void
}

export function createCountQueue({ clock, log, thread, signal }: CountQueueOptions): CountQueue {
  const waiting = new Set<WaitingCount>()
  let units = 0
  let isWorking = false

  async function work(): Promise<void> {
    if (isWorking) return
    isWorking = true
    for (let next = shortest(waiting); next !== undefined; next = shortest(waiting)) {
      leave(next)
      const { key, what, settle } = next
      settle(await thread.count(key, what).catch((error: unknown) => failed(error, key)))
    }
    isWorking = false
  }

  function failed(error: unknown, key: string): undefined {
    if (!signal.aborted)
      log.error({ event: 'token_count.failed', err: error, key }, 'tokens could not be counted')
  }

  function leave(one: WaitingCount): void {
    if (waiting.delete(one)) units -= one.units
  }

  return {
    count(key, what) {
      const own = unitsOf(what)
      const isFull = waiting.size >= waitingMax || units + own > waitingUnitsMax
      if (signal.aborted || isFull) return Promise.resolve(undefined)
      const { promise, resolve } = Promise.withResolvers<number | undefined>()
      const one = { key, what, units: own, settle: resolve }
      waiting.add(one)
      units += own
      const over = new AbortController()
      const giveUp = () => {
        leave(one)
        resolve(undefined)
      }
      // @NOTE the sleep rejects when the text was counted in time, or the server stops.
      clock.sleep(waitMsMax, AbortSignal.any([over.signal, signal])).then(giveUp, giveUp)
      void work()
      return promise.finally(() => over.abort())
    },
  }
}

function shortest(waiting: ReadonlySet<WaitingCount>): WaitingCount | undefined {
  let least: WaitingCount | undefined
  for (const one of waiting) if (least === undefined || one.units < least.units) least = one
  return least
}

/** Returns the length in UTF-16 units. */
export function unitsOf(what: Countable): number {
  switch (what.kind) {
    case 'text':
      return what.text.length
    case 'texts':
      return what.texts.reduce((sum, text) => sum + text.length, 0)
    case 'prompt':
      if (what.input.kind === 'text') return what.input.prompt.length
      if (what.input.kind === 'tokens') return what.input.tokens.length
      return what.input.messages.reduce((sum, { content }) => sum + content.length, 0)
  }
}
