import { setTimeout as sleepFor } from 'node:timers/promises'

/** Time as the machine has it; the rest of the agent takes it from here so that tests can hold it. */
export interface Clock {
  /** Wall time. It may jump; never measure with it. */
  now(): Date
  /** Milliseconds that only ever grow, from an arbitrary start. */
  monotonicMs(): number
  /** Resolves after `ms`; rejects with the signal's reason when it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** Calls `tick` every `ms` until the returned function is called. Does not keep the process alive. */
  every(ms: number, tick: () => void): () => void
}

export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
  sleep: (ms, signal) => sleepFor(ms, undefined, { signal }),
  every: (ms, tick) => {
    const timer = setInterval(tick, ms)
    timer.unref()
    return () => clearInterval(timer)
  },
}

/** A signal that aborts after `ms` by the clock or when `signal` aborts; call `done` to end the wait. */
export interface Deadline {
  signal: AbortSignal
  done(): void
}

export function deadline(clock: Clock, ms: number, signal?: AbortSignal): Deadline {
  const ended = new AbortController()
  const expired = new AbortController()
  clock.sleep(ms, ended.signal).then(
    () => expired.abort(new DOMException(`no answer within ${ms} ms`, 'TimeoutError')),
    // @NOTE only `done` ends the sleep early, and then nobody waits any more
    () => undefined,
  )
  const signals = signal === undefined ? [expired.signal] : [expired.signal, signal]
  return { signal: AbortSignal.any(signals), done: () => ended.abort() }
}
