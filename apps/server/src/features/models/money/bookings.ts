import { notePaid } from './allowance.ts'
import { type Batch, batchesOf, sumOf, type UnwrittenAnswer } from './batch.ts'
import type { MoneyCtx } from './ctx.ts'
import { type Shortfall, writeBatches } from './write-batches.ts'

/** Settled answers that are not stored yet. */
export interface Bookings {
  add(owed: UnwrittenAnswer): void
  /**
   * Writes everything that waits, failed batches first. @throws where some of it could not be written; that part is
   * kept
   */
  flush(): Promise<void>
  /** Returns the number of waiting answers. */
  waiting(): number
}

/**
 * Creates the queue of settled answers. All that arrived since the last flush is written in one transaction. A batch
 * that fails is retried unchanged, each allowance separately, so that none keeps the others from being paid.
 */
export function createBookings(ctx: MoneyCtx): Bookings {
  let fresh: UnwrittenAnswer[] = []
  let failed: Batch[] = []
  let running: Promise<void> | undefined

  async function write(batches: readonly Batch[]): Promise<void> {
    const short = await writeBatches(ctx, batches)
    for (const { allowance, owed } of batches)
      if (allowance !== null) notePaid(allowance, sumOf(owed))
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
    // One flush at a time; a caller that arrives meanwhile waits for one that begins after its call.
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

/**
 * Logs an underpayment. It happens only if another replica closed the allowance, such as after this one stalled for a
 * minute.
 */
function noteShort({ log }: MoneyCtx, { allowance, microUsd }: Shortfall): void {
  allowance.lost = true
  log.warn(
    { event: 'allowance.exhausted', allowance: allowance.id, microUsd },
    'answers were not paid in full: their allowance held no more',
  )
}
