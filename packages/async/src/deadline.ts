import type { Timers } from './clock.ts'

/** Thrown when something exceeded its time limit. The name is that of the platform's error. */
export class TimedOut extends Error {
  override readonly name = 'TimeoutError'
}

/**
 * A signal that aborts after a time limit (reason: {@link TimedOut}) or with the caller's; `done` cancels the limit.
 */
export interface Deadline {
  signal: AbortSignal
  done(): void
}

export function createDeadline(clock: Timers, ms: number, signal?: AbortSignal): Deadline {
  const expired = new AbortController()
  const done = clock.after(ms, () => expired.abort(new TimedOut(`no answer within ${ms} ms`)))
  const signals = signal === undefined ? [expired.signal] : [expired.signal, signal]
  return { signal: AbortSignal.any(signals), done }
}

/** Runs `work` with a signal that aborts after `ms` (reason: {@link TimedOut}) or with the caller's. */
export async function withDeadline<T>(
  clock: Timers,
  { ms, signal }: { ms: number; signal?: AbortSignal | undefined },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = createDeadline(clock, ms, signal)
  try {
    return await work(deadline.signal)
  } finally {
    deadline.done()
  }
}
