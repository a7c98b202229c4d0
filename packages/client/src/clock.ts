/** Time and chance as the client needs them; tests give their own. */
export interface Clock {
  /** Calls `wake` once after `delayMs`, unless the returned function is called first. */
  after(delayMs: number, wake: () => void): () => void
  /** A number in [0, 1). */
  random(): number
}

export const systemClock: Clock = {
  after(delayMs, wake) {
    const timer = setTimeout(wake, delayMs)
    return () => clearTimeout(timer)
  },
  random: () => Math.random(),
}

/** Resolves after `delayMs`, or at once when the signal aborts. Never rejects. */
export function pause(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const finish = () => {
      cancel()
      signal.removeEventListener('abort', finish)
      resolve()
    }
    const cancel = clock.after(delayMs, finish)
    signal.addEventListener('abort', finish, { once: true })
  })
}

const shortestMs = 500
const longestMs = 30_000

/** How long to wait before attempt `failures + 1`: doubling from 0.5 s to 30 s, half of it by chance. */
export function backOffMs(clock: Clock, failures: number): number {
  const ceilingMs = Math.min(longestMs, shortestMs * 2 ** Math.max(0, failures - 1))
  return ceilingMs / 2 + (clock.random() * ceilingMs) / 2
}
