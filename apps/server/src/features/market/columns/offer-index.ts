import type { Clock } from '@gridloom/async/clock'
import type { OfferId } from '@gridloom/contract/core/ids'
import type { Ctx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { createOfferColumns, type OfferColumns } from './offer-columns.ts'
import {
  deleteOldChanges,
  listChanges,
  listOffersAfter,
  listOffersOfMachines,
  readSnapshot,
  type Snapshot,
} from './offer-index-store.ts'
import { indexedOfferOf } from './offer-values.ts'

/** The market in memory, one for each replica. */
export interface OfferIndex {
  /**
   * Returns the columns as of now: every transaction that committed before the call is in them. The first call reads
   * all offers, each other one reads what has changed.
   */
  current(): Promise<OfferColumns>
}

/** Rows of the first read that are fetched at a time, so that other work comes in between. */
const fetchedAtOnce = 5_000

/** An index that was not read for this long is read anew. Changes are kept for twice as long. */
const rereadAfterMs = 30 * 60 * 1_000

interface Loaded {
  readonly columns: OfferColumns
  readonly at: Snapshot
  readonly readMs: number
}

export function createOfferIndex({ db, clock }: { db: Db; clock: Clock }): OfferIndex {
  let loaded: Loaded | undefined
  let running: Promise<OfferColumns> | undefined
  let next: Promise<OfferColumns> | undefined

  async function read(): Promise<OfferColumns> {
    const readMs = clock.monotonicMs()
    if (loaded === undefined || readMs - loaded.readMs > rereadAfterMs) {
      loaded = await readAll(db, readMs)
    }
    const { at, machines } = await listChanges(db, loaded.at)
    // What changes between the two statements is read twice, never missed.
    const rows = await listOffersOfMachines(db, machines)
    loaded.columns.put(rows.map(indexedOfferOf))
    loaded = { columns: loaded.columns, at, readMs }
    // Texts that no offer has any more stay in the columns.
    const { columns } = loaded
    if (columns.texts > 4 * columns.size + 100_000) loaded = undefined
    return columns
  }

  function start(): Promise<OfferColumns> {
    const started = read().finally(() => {
      if (running === started) running = undefined
    })
    running = started
    return started
  }

  return {
    current() {
      if (running === undefined) return start()
      // A read that has begun may miss what was committed since: its followers share the next one.
      next ??= running
        .catch(() => undefined)
        .then(() => {
          next = undefined
          return start()
        })
      return next
    },
  }
}

/** Deletes the changes that every index has read. */
export async function tidyChanges(ctx: Ctx): Promise<void> {
  await ctx.transact((tx) => deleteOldChanges(tx, 2 * rereadAfterMs))
}

/** Whatever changes meanwhile is read again, as the snapshot is taken first. */
async function readAll(db: Db, readMs: number): Promise<Loaded> {
  const at = await readSnapshot(db)
  const columns = createOfferColumns()
  let after: OfferId | '' = ''
  for (;;) {
    const rows = await listOffersAfter(db, after, fetchedAtOnce)
    columns.put(rows.map(indexedOfferOf))
    const last = rows.at(-1)
    if (last === undefined || rows.length < fetchedAtOnce) return { columns, at, readMs }
    after = last.id
  }
}
