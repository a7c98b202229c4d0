import type { Clock } from '../../../platform/clock.ts'

/** Waits for something, but no longer than `ms`. */
export async function within(
  clock: Pick<Clock, 'sleep'>,
  ms: number,
  work: Promise<unknown>,
): Promise<void> {
  const over = new AbortController()
  // @NOTE the sleep rejects once the work is done, and nobody waits for it then.
  await Promise.race([work, clock.sleep(ms, over.signal).catch(() => {})])
  over.abort()
}
