import type { Ctx, Tx } from '../ctx.ts'
import type { Change } from '../events.ts'

type Transact = Ctx['transact']
/** A cache that drops or reloads what changed. It must not fail: the change is committed. */
type Refresh = (change: Change) => Promise<void> | void

/**
 * Changes that this replica committed itself. Caches refresh by them before the writer goes on, so that its next read
 * sees its own write, however long the notification takes over the database.
 */
export interface OwnChanges {
  /** Refreshes a cache after each transaction; returns how to end that. */
  subscribe(refresh: Refresh): () => void
  /** The same transactions, which resolve once every cache is refreshed by their changes. */
  refreshingAfter(transact: Transact): Transact
}

export function createOwnChanges(): OwnChanges {
  const caches = new Set<Refresh>()
  return {
    subscribe(refresh) {
      caches.add(refresh)
      return () => caches.delete(refresh)
    },
    refreshingAfter: (transact) => async (work) => {
      const published = new Set<Change>()
      const result = await transact((tx) => {
        // Of an earlier attempt, which was rolled back.
        published.clear()
        return work(collecting(tx, published))
      })
      for (const change of published)
        await Promise.all([...caches].map((refresh) => refresh(change)))
      return result
    },
  }
}

function collecting(tx: Tx, published: Set<Change>): Tx {
  return {
    ...tx,
    publish(...changes) {
      for (const change of changes) published.add(change)
      return tx.publish(...changes)
    },
  }
}
