/** Loads pictures and creates object URLs for them; a port, so that tests need no network. */
export interface PictureSource {
  /** Rejects if the picture is not available. */
  load(key: PictureKey, signal: AbortSignal): Promise<Blob>
  address(picture: Blob): string
  release(address: string): void
}

export type PictureSize = 'small' | 'medium' | 'large'

/** One picture in one size; `sha256` changes when the frame is rendered again. */
export interface PictureKey {
  readonly frame: number
  readonly size: PictureSize
  readonly sha256: string
}

/**
 * Caches pictures of frames. Fetches a few at a time, most recently requested first, since those are visible. Evicts
 * the least recently used beyond `kept`, so that a job of 100,000 frames fits in memory.
 */
export interface PictureCache {
  /** Returns the object URL of a cached picture. */
  peek(key: PictureKey): string | undefined
  /**
   * Requests a picture; `onDone` is called once it is loaded or has failed. Returns a function that cancels the
   * request.
   */
  want(key: PictureKey, onDone: (outcome: PictureOutcome) => void): () => void
  /** Releases all pictures. */
  clear(): void
}

export type PictureOutcome = { kind: 'here'; address: string } | { kind: 'failed' }

interface PictureRequest {
  readonly key: PictureKey
  readonly stop: AbortController
  readonly listeners: Set<(outcome: PictureOutcome) => void>
  loading: boolean
}

const atOnce = 6
const keptUsually = 600

export function createPictureCache(source: PictureSource, kept = keptUsually): PictureCache {
  const here = new Map<string, string>()
  const requests = new Map<string, PictureRequest>()

  function next(): void {
    const all = [...requests.values()]
    if (all.filter(({ loading }) => loading).length >= atOnce) return
    const request = all.findLast(({ loading }) => !loading)
    if (request === undefined) return
    request.loading = true
    void load(request)
    next()
  }

  async function load(request: PictureRequest): Promise<void> {
    const outcome = await outcomeOf(request)
    const name = nameOf(request.key)
    if (requests.get(name) === request) requests.delete(name)
    if (outcome !== undefined) for (const listener of request.listeners) listener(outcome)
    next()
  }

  async function outcomeOf({ key, stop }: PictureRequest): Promise<PictureOutcome | undefined> {
    try {
      const picture = await source.load(key, stop.signal)
      if (stop.signal.aborted) return undefined
      return { kind: 'here', address: keep(nameOf(key), source.address(picture)) }
    } catch {
      // @NOTE the cell shows that its picture is missing, and requests it again when it becomes visible again
      return stop.signal.aborted ? undefined : { kind: 'failed' }
    }
  }

  function keep(name: string, address: string): string {
    here.set(name, address)
    for (const [old, oldAddress] of here) {
      if (here.size <= kept) break
      here.delete(old)
      source.release(oldAddress)
    }
    return address
  }

  function peek(key: PictureKey): string | undefined {
    const name = nameOf(key)
    const address = here.get(name)
    if (address === undefined) return undefined
    here.delete(name)
    here.set(name, address)
    return address
  }

  return {
    peek,
    want(key, onDone) {
      const request = requests.get(nameOf(key)) ?? newRequest(key)
      requests.set(nameOf(key), request)
      request.listeners.add(onDone)
      next()
      return () => {
        request.listeners.delete(onDone)
        if (request.listeners.size > 0) return
        request.stop.abort()
        if (requests.get(nameOf(key)) === request) requests.delete(nameOf(key))
      }
    },
    clear() {
      for (const request of requests.values()) request.stop.abort()
      requests.clear()
      for (const address of here.values()) source.release(address)
      here.clear()
    },
  }
}

function newRequest(key: PictureKey): PictureRequest {
  return { key, stop: new AbortController(), listeners: new Set(), loading: false }
}

function nameOf({ frame, size, sha256 }: PictureKey): string {
  return `${frame}/${size}/${sha256}`
}
