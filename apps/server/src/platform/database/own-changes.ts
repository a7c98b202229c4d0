import type { Ctx, Tx } from '../ctx.ts'
import type { Change } from '../events.ts'

type Transact = Ctx['transact']
/** Drops or reloads changed entries of a cache. It must not fail: the change is committed. */
type Refresh = (change: Change) => Promise<void> | void

/**
 * Changes that this replica committed itself. Caches are refreshed by them before the writer continues, so that its
 * next read sees its own write, however long the notification through the database takes.
 */
export interface OwnChanges {
  /** Refreshes a cache after each transaction; returns a function that unsubscribes. */
  subscribe(refresh: Refresh): () => void
  /** Wraps transactions to resolve once every cache is refreshed by their changes. */
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
        // From an earlier attempt, which was rolled back.
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
