import type { Clock } from '../../platform/clock.ts'

/** Something did not come within its time. */
export class TimedOut extends Error {
  override readonly name = 'TimedOut'
}

export interface TimeLimit {
  ms: number
  /** The caller's own way out. */
  signal: AbortSignal
}

/** One for all: making an error each time costs more than the work. */
const inTime = new DOMException('It was done in time', 'AbortError')

/** Runs `work` with a signal that aborts after `ms` (reason: {@link TimedOut}) or with the caller's. */
export async function within<T>(
  clock: Clock,
  limit: TimeLimit,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const timedOut = new AbortController()
  const done = new AbortController()
  const expire = () => timedOut.abort(new TimedOut(`no answer within ${limit.ms} ms`))
  // @NOTE the sleep only rejects when the work was done before it.
  clock.sleep(limit.ms, done.signal).then(expire, () => {})
  try {
    return await work(AbortSignal.any([limit.signal, timedOut.signal]))
  } finally {
    done.abort(inTime)
  }
}
