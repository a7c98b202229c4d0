import type { Progress } from '@gridloom/contract/instances/instance'

type OnProgress = (progress: Progress) => void

export type FetchRun = (onProgress: OnProgress, signal: AbortSignal) => Promise<void>

/** Fetches that several instances may wait for. */
export interface SharedFetches {
  /**
   * Waits for the fetch with this key, or begins it. It is aborted when the last of those who wait for it leaves; each
   * gets its progress.
   */
  join(
    key: string,
    run: FetchRun,
    waiting: { onProgress: OnProgress; signal: AbortSignal },
  ): Promise<void>
}

export function createSharedFetches(): SharedFetches {
  const fetches = new Map<string, Fetch>()
  return {
    join: async (key, run, { onProgress, signal }) => {
      const known = fetches.get(key)
      const fetch = known ?? beginFetch(run)
      if (known === undefined) {
        fetches.set(key, fetch)
        const forget = () => void fetches.delete(key)
        fetch.done.then(forget, forget)
      }
      await joinFetch(fetch, onProgress, signal)
    },
  }
}

interface Fetch {
  done: Promise<void>
  listeners: Set<OnProgress>
  abandon: () => void
}

function beginFetch(run: FetchRun): Fetch {
  const listeners = new Set<OnProgress>()
  const ending = new AbortController()
  const onProgress = (progress: Progress) => {
    for (const listener of listeners) listener(progress)
  }
  // The first listener joins before any progress is reported.
  const done = Promise.resolve().then(() => run(onProgress, ending.signal))
  return { done, listeners, abandon: () => ending.abort() }
}

/** Waits with the other listeners; the last one to leave aborts the fetch. */
async function joinFetch(fetch: Fetch, onProgress: OnProgress, signal: AbortSignal): Promise<void> {
  fetch.listeners.add(onProgress)
  const left = Promise.withResolvers<never>()
  const leave = () => left.reject(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  try {
    signal.throwIfAborted()
    await Promise.race([fetch.done, left.promise])
  } finally {
    signal.removeEventListener('abort', leave)
    fetch.listeners.delete(onProgress)
    if (fetch.listeners.size === 0) fetch.abandon()
  }
}
