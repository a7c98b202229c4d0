import type { SnapshotId } from '@gridloom/contract/core/ids'

/** Who waits for the next piece of a snapshot, or for its manifest. */
export interface PieceNotices {
  notify(snapshot: SnapshotId): void
  /** Calls back at each notice. Returns a function that ends that. */
  listen(snapshot: SnapshotId, listener: () => void): () => void
  /** Resolves at the next notice; rejects when the signal aborts. */
  next(snapshot: SnapshotId, signal: AbortSignal): Promise<void>
}

export function createPieceNotices(): PieceNotices {
  const listeners = new Map<SnapshotId, Set<() => void>>()

  function listen(snapshot: SnapshotId, listener: () => void): () => void {
    const all = listeners.get(snapshot) ?? new Set()
    listeners.set(snapshot, all.add(listener))
    return () => {
      all.delete(listener)
      if (all.size === 0 && listeners.get(snapshot) === all) listeners.delete(snapshot)
    }
  }

  return {
    notify: (snapshot) => {
      for (const listener of [...(listeners.get(snapshot) ?? [])]) listener()
    },
    listen,
    next: (snapshot, signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const stop = listen(snapshot, resolve)
      const leave = () => reject(signal.reason)
      signal.addEventListener('abort', leave, { once: true })
      if (signal.aborted) leave()
      return promise.finally(() => {
        stop()
        signal.removeEventListener('abort', leave)
      })
    },
  }
}
