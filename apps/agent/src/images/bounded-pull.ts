import type { Clock } from '@gridloom/async/clock'
import { limits } from '@gridloom/contract/core/constants'
import type { Progress } from '@gridloom/contract/instances/instance'
import { diskReserveBytes } from '@gridloom/domain/disk'
import { RuntimeFailure } from '../runtime/failure.ts'
import type { ContainerRuntime, EngineSpace, ImagePull } from '../runtime/port.ts'

/** An engine unpacks a few hundred megabytes in this time: far less than the reserve. */
const watchEveryMs = 250
const bytesPerGb = 1_000_000_000

export interface PullBounds {
  runtime: Pick<
    ContainerRuntime,
    'pullImage' | 'imageId' | 'imageBytes' | 'requirePlatform' | 'removeImage' | 'space'
  >
  clock: Clock
  /** Defaults to the limit of the contract. */
  unpackedBytesMax?: number
}

type Pull = (
  pull: ImagePull,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
) => Promise<void>

/**
 * Returns a pull with a size limit. A registry reports compressed sizes only, so the engine's disk is watched while it
 * unpacks: the pull is aborted when it takes more than an image may, or reaches the reserve of the machine. An image
 * that is too large all the same, or that the engine cannot run, is removed again. Errors: `image_too_large`,
 * `disk_full`, and those of the runtime.
 */
export function createBoundedPull(bounds: PullBounds): Pull {
  const { runtime, clock, unpackedBytesMax = limits.imageUnpackedGbMax * bytesPerGb } = bounds
  const tooLarge = (image: string, bytes: number) => tooLargeFailure(image, bytes, unpackedBytesMax)
  let underWay = 0

  async function watch(image: string, refuse: (why: RuntimeFailure) => void, ended: AbortSignal) {
    let before: EngineSpace | undefined
    while (!ended.aborted) {
      const now = await look(ended)
      if (now === 'elsewhere') return
      if (now !== 'unknown') {
        before ??= now
        if (now.freeBytes < diskReserveBytes(now.totalBytes)) refuse(noRoomFailure(image))
        // Downloaded layers take space too while they are unpacked; concurrent pulls cannot be distinguished.
        const takenBytes = takenBetween(before, now) / Math.max(1, underWay)
        if (takenBytes > 2 * unpackedBytesMax) refuse(tooLarge(image, takenBytes))
      }
      // @NOTE the sleep is aborted when the pull ends
      await clock.sleep(watchEveryMs, ended).catch(() => undefined)
    }
  }

  /**
   * Returns the engine's space. `elsewhere`: its disk is not on this machine. `unknown`: reading failed, and is tried
   * again.
   */
  async function look(signal: AbortSignal): Promise<EngineSpace | 'elsewhere' | 'unknown'> {
    try {
      return (await runtime.space(signal)) ?? 'elsewhere'
    } catch {
      // @NOTE if the engine does not answer, the pull itself fails
      return 'unknown'
    }
  }

  async function requireUsable(image: string, signal: AbortSignal): Promise<void> {
    const bytes = await runtime.imageBytes(image, signal)
    if (bytes > unpackedBytesMax) throw tooLarge(image, bytes)
    await runtime.requirePlatform(image, signal)
  }

  return async (wanted, onProgress, signal) => {
    const { image } = wanted
    const heldId = await runtime.imageId(image, signal)
    const ended = new AbortController()
    const refused = new AbortController()
    const refuse = (why: RuntimeFailure) => refused.abort(why)
    underWay += 1
    const watching = watch(image, refuse, ended.signal)
    const pulling = AbortSignal.any([signal, refused.signal])
    const onBytes = (progress: Progress) => {
      const { total_bytes: bytes } = progress
      if (bytes !== null && bytes > unpackedBytesMax) refuse(tooLarge(image, bytes))
      onProgress(progress)
    }
    try {
      await runtime.pullImage(wanted, onBytes, pulling)
    } catch (cause) {
      throw refused.signal.aborted ? refused.signal.reason : cause
    } finally {
      underWay -= 1
      ended.abort()
      await watching
    }
    try {
      await requireUsable(image, signal)
    } catch (cause) {
      // An image that the engine had before is the provider's own, under whatever name.
      const isNew = (await runtime.imageId(image, signal)) !== heldId
      if (isNew) await runtime.removeImage(image, signal)
      throw cause
    }
  }
}

/** Returns the bytes taken in between; disks that were created or deleted meanwhile do not count. */
function takenBetween(before: EngineSpace, now: EngineSpace): number {
  const room = ({ freeBytes, allocatedBytes }: EngineSpace) => freeBytes + allocatedBytes
  return room(before) - room(now)
}

function tooLargeFailure(image: string, bytes: number, mostBytes: number): RuntimeFailure {
  const gb = (figure: number) => (figure / bytesPerGb).toFixed(1).replace(/\.0$/, '')
  const text = `${image} has ${gb(bytes)} GB or more unpacked. The limit is ${gb(mostBytes)} GB.`
  return new RuntimeFailure('image_too_large', text)
}

function noRoomFailure(image: string): RuntimeFailure {
  return new RuntimeFailure(
    'disk_full',
    `The machine does not have enough free disk space for ${image}.`,
  )
}
