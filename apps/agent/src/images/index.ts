import { type Clock, systemClock } from '@gridloom/async/clock'
import { agentLimits } from '@gridloom/contract/core/agent-limits'
import type { Progress } from '@gridloom/contract/instances/instance'
import type { HeldImage } from '@gridloom/contract/machines/hardware'
import { isRecipeImage } from '@gridloom/domain/apps/recipe-image'
import { isLoginFor } from '@gridloom/domain/image-address'
import { RuntimeFailure } from '../runtime/failure.ts'
import type { ContainerRuntime, EngineImage, ImagePull, PullLogin } from '../runtime/port.ts'
import { findArchive, type ImageFile, readArchive } from './archive.ts'
import { type BaseImages, createBaseImages } from './base-images.ts'
import { createBoundedPull } from './bounded-pull.ts'
import { freeImages } from './free-images.ts'
import { openOwnImages, withTag } from './own-images.ts'
import { createRegistries, type Registries } from './registries.ts'
import { createSharedFetches, type FetchRun } from './shared-fetches.ts'
import type { BuildImage, WantedImage } from './wanted-image.ts'

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
  ensure(wanted: WantedImage, onProgress: OnProgress, signal: AbortSignal): Promise<void>
  /** Removes unused images that were fetched here, if the disk gets full. */
  free(signal: AbortSignal): Promise<void>
  /** Returns the images of the engine that renters may see and use. */
  shown(held: readonly EngineImage[]): Promise<HeldImage[]>
}

type OnProgress = (progress: Progress) => void

/** An image to fetch, with its login opened. */
type Fetched = ImagePull & Pick<WantedImage, 'build'>

/**
 * Provides images on the machine, in this order: one that is there and was fetched by this agent or allowed by the
 * provider; an archive in `<dataDir>/images/`; a base image or that of a recipe, built here; a pull from the registry. An
 * image that the provider brought by hand is never used for one of the same name. Several instances that wait for one image share one
 * fetch, if they have the same login or none.
 *
 * An image that was pulled with a login is private: it is shown to nobody, and each instance asks the registry with its
 * own login before it uses the one on the machine, as `AlwaysPullImages` of Kubernetes has it. The engine then fetches
 * only what changed. Once a pull without a login succeeds, the image is public.
 */
export function createImageSource(options: ImageSourceOptions): ImageSource {
  const { runtime, dataDir, clock = systemClock } = options
  const baseImages = options.baseImages ?? createBaseImages()
  const registries = options.registries ?? createRegistries([])
  const allowed = new Set((options.allowed ?? []).map(withTag))
  const own = openOwnImages(dataDir)
  const pull = createBoundedPull({ runtime, clock })
  const fetches = createSharedFetches()

  async function isUsable(image: string, id: string): Promise<boolean> {
    if (await own.isPrivate(image, id)) return false
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

  async function fetchImage(wanted: Fetched, on: OnProgress, signal: AbortSignal) {
    const { image, login, build } = wanted
    const archive = await findArchive(dataDir, image)
    if (archive !== undefined) return importArchive(image, archive, { onProgress: on, signal })
    if (baseImages.makes(image)) return makeBase(image, on, signal)
    if (isRecipeImage(image)) return demandBuild(image, build)(on, signal)
    await registries.allow(image)
    await pull({ image, login }, on, signal)
  }

  async function fetchAndNote(wanted: Fetched, onProgress: OnProgress, signal: AbortSignal) {
    const { image, login } = wanted
    const before = baseImages.makes(image) ? undefined : await runtime.imageId(image, signal)
    await fetchImage(wanted, onProgress, signal)
    if (baseImages.makes(image)) return
    const id = await runtime.imageId(image, signal)
    if (id === undefined) return
    const origin = { isOurs: id !== before, isPrivate: login !== undefined }
    await own.add({ name: image, id, ...origin }, clock.now())
  }

  /** Opens the login only for a pull from its own registry. */
  async function loginFor({ image, login }: WantedImage): Promise<PullLogin | undefined> {
    if (login === undefined || baseImages.makes(image) || isRecipeImage(image)) return undefined
    const isPulled = (await findArchive(dataDir, image)) === undefined
    return isPulled && isLoginFor(image, login.server) ? login.open() : undefined
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
    ensure: async (wanted, onProgress, signal) => {
      const { image, build } = wanted
      if (await isHeld(image, signal)) {
        // @NOTE no order waits for it: an image whose use is not recorded is only removed earlier
        own.touch(image, clock.now()).catch(() => undefined)
        return
      }
      const login = await loginFor(wanted)
      const key = JSON.stringify([image, login?.username, login?.password])
      const run: FetchRun = (on, ending) => fetchAndNote({ image, login, build }, on, ending)
      await fetches.join(key, run, { onProgress, signal })
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

/** Where there is no recipe, there is nothing to ask a registry for. */
function demandBuild(image: string, build: BuildImage | undefined): BuildImage {
  if (build !== undefined) return build
  const text = `${image} is built by a recipe, and the order has none.`
  throw new RuntimeFailure('image_not_found', text)
}

function saying(text: string): Progress {
  return { text, percent: null, done_bytes: null, total_bytes: null }
}
