import type { Clock } from '@gridloom/async/clock'

/** How often a tool is read, and how long its results count. */
export interface ReadingTimes {
  readonly clock: Clock
  /** It runs at most this often, however many callers there are. */
  readonly everyMs: number
  /** A caller waits this long for it; later results go to the next one. */
  readonly waitMs: number
  /** Older results are not the present ones. */
  readonly staleAfterMs: number
}

/**
 * Returns a function with the latest results of a slow tool, or none while it does not answer. One reading runs at a
 * time, even if a tool cannot be killed (a hanging driver holds it in the kernel): no processes pile up. The function
 * never throws and never waits long.
 */
export function latestReading<T>(
  read: () => Promise<readonly T[]>,
  { clock, everyMs, waitMs, staleAfterMs }: ReadingTimes,
): () => Promise<readonly T[]> {
  let latest: { atMs: number; values: readonly T[] } | undefined
  let begunMs = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined

  async function readNow(): Promise<void> {
    const values = await read()
    if (values.length > 0) latest = { atMs: clock.monotonicMs(), values }
  }

  return async () => {
    if (reading === undefined && clock.monotonicMs() - begunMs >= everyMs) {
      begunMs = clock.monotonicMs()
      reading = readNow().finally(() => {
        reading = undefined
      })
    }
    if (reading !== undefined) await firstOf(reading, clock, waitMs)
    const isFresh = latest !== undefined && clock.monotonicMs() - latest.atMs < staleAfterMs
    return isFresh ? (latest?.values ?? []) : []
  }
}

async function firstOf(reading: Promise<void>, clock: Clock, waitMs: number): Promise<void> {
  const waited = new AbortController()
  // @NOTE the sleep is aborted below, and a failed reading leaves the last results
  const sleeping = clock.sleep(waitMs, waited.signal).catch(() => undefined)
  await Promise.race([reading.catch(() => undefined), sleeping])
  waited.abort()
}
