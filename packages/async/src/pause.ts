import type { Timers } from './clock.ts'

/** Resolves after `ms`, or at once when the signal aborts. Never rejects. */
export function pause(clock: Timers, ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const finish = () => {
      cancel()
      signal.removeEventListener('abort', finish)
      resolve()
    }
    const cancel = clock.after(ms, finish)
    signal.addEventListener('abort', finish, { once: true })
  })
}
