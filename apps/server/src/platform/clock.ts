/** Time, from one place. Tests pass a clock that they turn themselves. */
export interface Clock {
  now(): Date
  /** Milliseconds that never jump, for measuring how long something took. */
  monotonicMs(): number
  /** Resolves after `ms`, or rejects with the signal's reason. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
  /**
   * Runs `work` every `ms`, never twice at once, until the signal aborts. A failing run is given to
   * `failed` and the next one comes all the same. Resolves when it has ended.
   */
  every(
    ms: number,
    signal: AbortSignal,
    work: () => Promise<void>,
    failed: (error: unknown) => void,
  ): Promise<void>
}

/** The machine's own clock. */
export function systemClock(): Clock {
  // By hand, as the one of node:timers/promises makes an error of its own with each abort, which is dear.
  const sleep = (ms: number, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      signal.throwIfAborted()
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', leave)
        resolve()
      }, ms)
      const leave = () => {
        clearTimeout(timer)
        reject(signal.reason)
      }
      signal.addEventListener('abort', leave, { once: true })
    })
  return {
    now: () => new Date(),
    monotonicMs: () => performance.now(),
    sleep,
    every: (ms, signal, work, failed) => repeat({ ms, signal, work, failed, sleep }),
  }
}

interface Repeat {
  ms: number
  signal: AbortSignal
  work: () => Promise<void>
  failed: (error: unknown) => void
  sleep: Clock['sleep']
}

/** The loop behind {@link Clock.every}, for clocks that only know how to sleep. */
export async function repeat({ ms, signal, work, failed, sleep }: Repeat): Promise<void> {
  while (!signal.aborted) {
    try {
      await sleep(ms, signal)
    } catch {
      // @NOTE a sleep only rejects when the signal aborts, which is how this loop ends.
      return
    }
    await work().catch(failed)
  }
}
