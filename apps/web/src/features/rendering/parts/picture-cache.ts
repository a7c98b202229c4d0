/** Where pictures come from and where they are shown; the page's own network and address maker in the app. */
export interface PictureSource {
  /** Rejects where it cannot be had. */
  load(key: PictureKey, signal: AbortSignal): Promise<Blob>
  address(picture: Blob): string
  release(address: string): void
}

export type PictureSize = 'small' | 'medium' | 'large'

/** One picture in one size; `sha256` changes with the picture. */
export interface PictureKey {
  readonly frame: number
  readonly size: PictureSize
  readonly sha256: string
}

/**
 * Pictures of frames, fetched a few at a time, the ones asked for last first: those are in sight. The oldest are
 * forgotten beyond `kept`, so that a job of a hundred thousand frames fits.
 */
export interface PictureCache {
  /** The address of a picture that is here. */
  peek(key: PictureKey): string | undefined
  /** Asks for a picture; `onDone` is called once it is here or cannot be had. Returns how to stop asking. */
  want(key: PictureKey, onDone: (outcome: PictureOutcome) => void): () => void
  /** Lets everything go. */
  clear(): void
}

export type PictureOutcome = { kind: 'here'; address: string } | { kind: 'failed' }

interface Wish {
  readonly key: PictureKey
  readonly stop: AbortController
  readonly listeners: Set<(outcome: PictureOutcome) => void>
  loading: boolean
}

const atOnce = 6
const keptUsually = 600

export function createPictureCache(source: PictureSource, kept = keptUsually): PictureCache {
  const here = new Map<string, string>()
  const wishes = new Map<string, Wish>()

  function next(): void {
    const all = [...wishes.values()]
    if (all.filter(({ loading }) => loading).length >= atOnce) return
    const wish = all.findLast(({ loading }) => !loading)
    if (wish === undefined) return
    wish.loading = true
    void load(wish)
    next()
  }

  async function load(wish: Wish): Promise<void> {
    const outcome = await outcomeOf(wish)
    const name = nameOf(wish.key)
    if (wishes.get(name) === wish) wishes.delete(name)
    if (outcome !== undefined) for (const listener of wish.listeners) listener(outcome)
    next()
  }

  async function outcomeOf({ key, stop }: Wish): Promise<PictureOutcome | undefined> {
    try {
      const picture = await source.load(key, stop.signal)
      if (stop.signal.aborted) return undefined
      return { kind: 'here', address: keep(nameOf(key), source.address(picture)) }
    } catch {
      // @NOTE the frame stays without its picture, which its cell says; it is asked for anew when it is seen again
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
      const wish = wishes.get(nameOf(key)) ?? aWish(key)
      wishes.set(nameOf(key), wish)
      wish.listeners.add(onDone)
      next()
      return () => {
        wish.listeners.delete(onDone)
        if (wish.listeners.size > 0) return
        wish.stop.abort()
        if (wishes.get(nameOf(key)) === wish) wishes.delete(nameOf(key))
      }
    },
    clear() {
      for (const wish of wishes.values()) wish.stop.abort()
      wishes.clear()
      for (const address of here.values()) source.release(address)
      here.clear()
    },
  }
}

function aWish(key: PictureKey): Wish {
  return { key, stop: new AbortController(), listeners: new Set(), loading: false }
}

function nameOf({ frame, size, sha256 }: PictureKey): string {
  return `${frame}/${size}/${sha256}`
}
