/** The single source of time. Programs use the system's clock, tests one that they control. */
export interface Clock {
  /** Wall time. It may jump: never measure with it. */
  now(): Date
  /** Milliseconds that only ever grow, from an arbitrary start; for measuring how long something took. */
  monotonicMs(): number
  /** Calls `wake` once after `ms`, unless the returned function is called first. */
  after(ms: number, wake: () => void): () => void
  /** Resolves after `ms`; rejects with the signal's reason when it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** Calls `tick` every `ms` until the returned function is called. Does not keep the process alive. */
  every(ms: number, tick: () => void): () => void
  /** A signal that aborts with a `TimeoutError` after `ms`. Does not keep the process alive. */
  timeout(ms: number): AbortSignal
}

/** The timers of a {@link Clock}. */
export type Timers = Pick<Clock, 'after'>

/** The three primitives that a clock is made from. */
export type TimeSource = Pick<Clock, 'now' | 'monotonicMs' | 'after'>

/** A whole clock on top of its primitives. */
export function createClock({ now, monotonicMs, after }: TimeSource): Clock {
  return {
    now,
    monotonicMs,
    after,
    sleep: (ms, signal) => sleep(after, ms, signal),
    every(ms, tick) {
      const run = () => {
        cancel = after(ms, run)
        tick()
      }
      let cancel = after(ms, run)
      return () => cancel()
    },
    timeout(ms) {
      const expired = new AbortController()
      after(ms, () => expired.abort(new DOMException(`no answer within ${ms} ms`, 'TimeoutError')))
      return expired.signal
    },
  }
}

/** The clock of the computer or browser that the program runs on. */
export const systemClock: Clock = {
  ...createClock({
    now: () => new Date(),
    monotonicMs: () => performance.now(),
    after(ms, wake) {
      const timer = setTimeout(wake, ms)
      return () => clearTimeout(timer)
    },
  }),
  every(ms, tick) {
    const timer = setInterval(tick, ms)
    // Browsers number their timers, and have no process to keep alive.
    if (typeof timer === 'object') timer.unref()
    return () => clearInterval(timer)
  },
  timeout: (ms) => AbortSignal.timeout(ms),
}

/** Written by hand: the sleep of node:timers/promises creates an error of its own at each abort, which is expensive. */
function sleep(after: Clock['after'], ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      cancel()
      reject(signal?.reason)
    }
    const cancel = after(ms, () => {
      // Otherwise a signal that a loop sleeps on for hours would accumulate listeners.
      signal?.removeEventListener('abort', stop)
      resolve()
    })
    signal?.addEventListener('abort', stop, { once: true })
  })
}
