import { type Clock, systemClock } from '@gridloom/async/clock'
import { agentLimits } from '@gridloom/contract/core/agent-limits'
import type { Progress } from '@gridloom/contract/instances/instance'
import type { HeldImage } from '@gridloom/contract/machines/hardware'
import type { ContainerRuntime, EngineImage } from '../runtime/port.ts'
import { findArchive, type ImageFile, readArchive } from './archive.ts'
import { type BaseImages, createBaseImages } from './base-images.ts'
import { createBoundedPull } from './bounded-pull.ts'
import { freeImages } from './free-images.ts'
import { openOwnImages, withTag } from './own-images.ts'
import { createRegistries, type Registries } from './registries.ts'

export interface ImageSourceOptions {
  runtime: ContainerRuntime
  /** Archives are in its folder `images/`, and the list of fetched images is stored here. */
  dataDir: string
  /** Paces the watch over pulls. */
  clock?: Clock
  baseImages?: BaseImages
  /** Images of the engine that the provider lets renters use, by name and tag. */
  allowed?: readonly string[]
  registries?: Registries
}

export interface ImageSource {
  /** Provides an image on the machine. Errors: `RuntimeFailure` with an image or registry reason. */
  ensure(image: string, onProgress: OnProgress, signal: AbortSignal): Promise<void>
  /** Removes unused images that were fetched here, if the disk gets full. */
  free(signal: AbortSignal): Promise<void>
  /** Returns the images of the engine that renters may see and use. */
  shown(held: readonly EngineImage[]): Promise<HeldImage[]>
}

type OnProgress = (progress: Progress) => void

/**
 * Provides images on the machine, in this order: one that is there and was fetched by this agent or allowed by the
 * provider; an archive in `<dataDir>/images/`; a base image, built here; a pull from the registry. An image that the
 * provider brought by hand is never used for one of the same name. Several instances that wait for one image share one
 * fetch, which is aborted when the last of them leaves.
 */
export function createImageSource(options: ImageSourceOptions): ImageSource {
  const { runtime, dataDir, clock = systemClock } = options
  const baseImages = options.baseImages ?? createBaseImages()
  const registries = options.registries ?? createRegistries([])
  const allowed = new Set((options.allowed ?? []).map(withTag))
  const own = openOwnImages(dataDir)
  const pull = createBoundedPull({ runtime, clock })
  const fetches = new Map<string, Fetch>()

  async function isUsable(image: string, id: string): Promise<boolean> {
    // The fake engine has nothing but names.
    if (runtime.kind === 'fake' || baseImages.makes(image) || allowed.has(withTag(image))) {
      return true
    }
    return own.has(image, id)
  }

  async function isHeld(image: string, signal: AbortSignal): Promise<boolean> {
    const id = await runtime.imageId(image, signal)
    return id !== undefined && isUsable(image, id)
  }

  async function fetchImage(image: string, onProgress: OnProgress, signal: AbortSignal) {
    const archive = await findArchive(dataDir, image)
    if (archive !== undefined) return importArchive(image, archive, { onProgress, signal })
    if (baseImages.makes(image)) return makeBase(image, onProgress, signal)
    await registries.allow(image)
    await pull(image, onProgress, signal)
  }

  async function fetchAndNote(image: string, onProgress: OnProgress, signal: AbortSignal) {
    const before = baseImages.makes(image) ? undefined : await runtime.imageId(image, signal)
    await fetchImage(image, onProgress, signal)
    if (baseImages.makes(image)) return
    const id = await runtime.imageId(image, signal)
    if (id !== undefined) await own.add({ name: image, id, isOurs: id !== before }, clock.now())
  }

  async function importArchive(
    image: string,
    archive: ImageFile,
    { onProgress, signal }: { onProgress: OnProgress; signal: AbortSignal },
  ) {
    onProgress(saying(`Importing ${image} from an archive on the machine`))
    await runtime.importImage(await readArchive(image, archive), signal)
  }

  async function makeBase(image: string, onProgress: OnProgress, signal: AbortSignal) {
    onProgress(saying(`Building ${image} on the machine`))
    const onStep = (text: string) => onProgress(saying(text))
    await using made = await baseImages.make(image, onStep, signal)
    await runtime.importImage(made.archive, signal)
  }

  return {
    ensure: async (image, onProgress, signal) => {
      if (await isHeld(image, signal)) {
        // @NOTE no order waits for it: an image whose use is not recorded is only removed earlier
        own.touch(image, clock.now()).catch(() => undefined)
        return
      }
      const known = fetches.get(image)
      const fetch =
        known ?? beginFetch((onProgress, ending) => fetchAndNote(image, onProgress, ending))
      if (known === undefined) {
        fetches.set(image, fetch)
        const forget = () => void fetches.delete(image)
        fetch.done.then(forget, forget)
      }
      await joinFetch(fetch, onProgress, signal)
    },
    free: (signal) => freeImages({ runtime, clock, own }, signal),
    shown: async (held) => {
      const usable = await Promise.all(held.map(({ name, id }) => isUsable(name, id)))
      return held
        .filter((_, index) => usable[index])
        .map(({ name, size_bytes }) => ({ name, size_bytes }))
        .slice(0, agentLimits.images)
    },
  }
}

interface Fetch {
  done: Promise<void>
  listeners: Set<OnProgress>
  abandon: () => void
}

function beginFetch(run: (onProgress: OnProgress, signal: AbortSignal) => Promise<void>): Fetch {
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

function saying(text: string): Progress {
  return { text, percent: null, done_bytes: null, total_bytes: null }
}
