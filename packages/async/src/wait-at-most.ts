import type { Timers } from './clock.ts'

/**
 * Waits for work to end, but no longer than `ms` and only until the signal aborts. The work itself continues.
 * @throws what the work throws meanwhile
 */
export async function waitAtMost(
  clock: Timers,
  { ms, signal }: { ms: number; signal?: AbortSignal | undefined },
  work: Promise<unknown>,
): Promise<void> {
  const over = Promise.withResolvers<void>()
  const stop = () => over.resolve()
  const cancel = clock.after(ms, stop)
  signal?.addEventListener('abort', stop, { once: true })
  if (signal?.aborted) stop()
  try {
    await Promise.race([work, over.promise])
  } finally {
    cancel()
    signal?.removeEventListener('abort', stop)
  }
}
