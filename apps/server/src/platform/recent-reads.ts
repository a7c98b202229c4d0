/** A value that was read; `owner` is its account, by which it can be dropped; `null`: it is not cached. */
export interface RecentRead<T> {
  value: T
  owner: string | null
}

/** Reads of the database that are cached in memory for a short time. */
export interface RecentReads<T> {
  /** The cached value of this key, or the result of `read`. */
  get(key: string, read: () => Promise<RecentRead<T>>): Promise<T>
  /** Drops the entries of this owner, and caches no read that is in flight. */
  forget(owner: string): void
  clear(): void
  size(): number
}

interface RecentReadsOptions {
  entriesMax: number
  lifeMs: number
  nowMs(): number
  /** Whether changes are being received; while they are not, nothing is cached. */
  isListening(): boolean
}

interface CachedRead<T> {
  value: T
  owner: string
  untilMs: number
}

/**
 * Caches at most `entriesMax` reads for at most `lifeMs`; the oldest are evicted first. A read that began before a
 * change and ends after it may be stale: it is returned to its callers, but never cached, nor shared with later
 * callers.
 */
export function recentReads<T>({
  entriesMax,
  lifeMs,
  nowMs,
  isListening,
}: RecentReadsOptions): RecentReads<T> {
  const kept = new Map<string, CachedRead<T>>()
  const keysOf = new Map<string, Set<string>>()
  const underWay = new Map<string, Promise<RecentRead<T>>>()

  function drop(key: string): void {
    const entry = kept.get(key)
    if (entry === undefined) return
    kept.delete(key)
    const keys = keysOf.get(entry.owner)
    keys?.delete(key)
    if (keys?.size === 0) keysOf.delete(entry.owner)
  }

  function keep(key: string, value: T, owner: string): void {
    drop(key)
    kept.set(key, { value, owner, untilMs: nowMs() + lifeMs })
    const keys = keysOf.get(owner) ?? new Set()
    keysOf.set(owner, keys.add(key))
    for (const [oldest, { untilMs }] of kept) {
      if (kept.size <= entriesMax && untilMs > nowMs()) break
      drop(oldest)
    }
  }

  async function readAnew(key: string, read: () => Promise<RecentRead<T>>): Promise<T> {
    const begunByOther = underWay.get(key)
    if (begunByOther !== undefined) return (await begunByOther).value
    const reading = read()
    underWay.set(key, reading)
    try {
      const { value, owner } = await reading
      if (owner !== null && underWay.get(key) === reading && isListening()) keep(key, value, owner)
      return value
    } finally {
      if (underWay.get(key) === reading) underWay.delete(key)
    }
  }

  function clear(): void {
    kept.clear()
    keysOf.clear()
    underWay.clear()
  }

  return {
    async get(key, read) {
      if (!isListening()) {
        clear()
        return (await read()).value
      }
      const entry = kept.get(key)
      if (entry !== undefined && entry.untilMs > nowMs()) return entry.value
      return readAnew(key, read)
    },
    forget(owner) {
      underWay.clear()
      for (const key of [...(keysOf.get(owner) ?? [])]) drop(key)
    },
    clear,
    size: () => kept.size,
  }
}
