import type { Timers } from '@gridloom/async/clock'
import { pause } from '@gridloom/async/pause'
import { waitAtMost } from '@gridloom/async/wait-at-most'
import type { Changes } from './database/listen.ts'
import type { ReceivedChange, Topic } from './events.ts'

interface WorkOnChange {
  clock: Timers
  changes: Pick<Changes, 'subscribe'>
  /** The changes that are followed by a run: those of a topic, or those chosen by a function. */
  on: Topic | ((change: ReceivedChange) => boolean)
  /** The longest time without a run, in case a change was missed and for what is due by the clock. */
  everyMs: number
  /** Changes within this time after a run are one run. */
  gatherMs?: number
  work(signal: AbortSignal): Promise<unknown>
  /** Called with what a run throws, also with what it throws because it was stopped; the next run follows. */
  failed(error: unknown, signal: AbortSignal): void
}

/**
 * Runs work now, after each change of a topic anywhere, and at intervals, one run at a time. Disposing it aborts the
 * run in progress and waits for it.
 */
export function repeatOnChange(options: WorkOnChange): AsyncDisposable {
  const { clock, changes, on, everyMs, gatherMs = 0, work, failed } = options
  const stop = new AbortController()
  const { signal } = stop
  let news = Promise.withResolvers<void>()
  const unsubscribe = changes.subscribe((change) => {
    const concerns = typeof on === 'function' ? on(change) : change.topic === on
    if (concerns) news.resolve()
  })
  const keepWorking = async () => {
    while (!signal.aborted) {
      // Renewed before the run, so that a change meanwhile is not missed.
      news = Promise.withResolvers()
      await work(signal).catch((error: unknown) => failed(error, signal))
      await waitAtMost(clock, { ms: everyMs, signal }, news.promise)
      if (gatherMs > 0) await pause(clock, gatherMs, signal)
    }
  }
  const loop = keepWorking()
  return {
    async [Symbol.asyncDispose]() {
      unsubscribe()
      stop.abort()
      await loop
    },
  }
}
