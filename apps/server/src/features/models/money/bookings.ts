import { type Batch, batchesOf, type Owed, sumOf } from './batch.ts'
import type { MoneyCtx } from './ctx.ts'
import { notePaid } from './tab.ts'
import { type Short, writeBatches } from './write-batches.ts'

/** What was settled and is not written yet. */
export interface Bookings {
  add(owed: Owed): void
  /** Writes all that waits, what failed before first. @throws where some of it could not be written; it waits on */
  flush(): Promise<void>
  /** Answers that wait. */
  waiting(): number
}

/**
 * Answers in memory, and their way into the database: all that came since the last time in one transaction. What fails
 * is tried again as it was, each tab by itself, so that none keeps the others from being paid.
 */
export function createBookings(ctx: MoneyCtx): Bookings {
  let fresh: Owed[] = []
  let failed: Batch[] = []
  let running: Promise<void> | undefined

  async function write(batches: readonly Batch[]): Promise<void> {
    const short = await writeBatches(ctx, batches)
    for (const { tab, owed } of batches) if (tab !== null) notePaid(tab, sumOf(owed))
    for (const one of short) noteShort(ctx, one)
  }

  async function writeAll(): Promise<void> {
    const problems: unknown[] = []
    const tryToWrite = (batches: readonly Batch[]) =>
      write(batches).catch((error: unknown) => {
        problems.push(error)
        for (const batch of batches) batch.failures += 1
        failed.push(...batches)
      })
    const again = failed
    failed = []
    for (const batch of again) await tryToWrite([batch])
    const batches = batchesOf(fresh)
    fresh = []
    if (batches.length > 0) await tryToWrite(batches)
    if (problems.length > 0)
      throw new AggregateError(problems, `${failed.length} batches of answers were not written`)
  }

  async function flush(): Promise<void> {
    // One at a time; who asks meanwhile waits for one that has begun after it asked.
    while (running !== undefined) await running.catch(() => undefined)
    running = writeAll().finally(() => {
      running = undefined
    })
    return running
  }

  return {
    add: (owed) => void fresh.push(owed),
    flush,
    waiting: () => fresh.length + failed.reduce((sum, { owed }) => sum + owed.length, 0),
  }
}

/** Only where the tab was closed by others, as when this replica stood still for a minute. */
function noteShort({ log }: MoneyCtx, { tab, microUsd }: Short): void {
  tab.lost = true
  log.warn({ tab: tab.id, microUsd }, 'answers were not paid whole: their tab held no more')
}
