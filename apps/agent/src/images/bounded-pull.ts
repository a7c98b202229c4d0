import type { Clock } from '@gridloom/async/clock'
import { limits } from '@gridloom/contract/core/constants'
import type { Progress } from '@gridloom/contract/instances/instance'
import { diskReserveBytes } from '@gridloom/domain/disk'
import { RuntimeFailure } from '../runtime/failure.ts'
import type { ContainerRuntime, EngineSpace } from '../runtime/port.ts'

/** An engine unpacks some hundred megabytes in this time: far less than the reserve. */
const watchEveryMs = 250
const bytesPerGb = 1_000_000_000

export interface PullBounds {
  runtime: Pick<ContainerRuntime, 'pullImage' | 'imageId' | 'imageBytes' | 'removeImage' | 'space'>
  clock: Clock
  /** By default what the contract says. */
  unpackedBytesMax?: number
}

type Pull = (
  image: string,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
) => Promise<void>

/**
 * Pulls images up to a size. A registry names compressed sizes alone, so the engine's disk is watched while
 * it unpacks: the pull is ended where it takes more than an image may, or reaches what the machine keeps for
 * itself. What is too large all the same is removed again. Errors: `image_too_large`, `disk_full`, and those
 * of the runtime.
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
        // What is downloaded lies there too while it is unpacked; pulls at the same time cannot be told apart.
        const takenBytes = takenBetween(before, now) / Math.max(1, underWay)
        if (takenBytes > 2 * unpackedBytesMax) refuse(tooLarge(image, takenBytes))
      }
      // @NOTE a wait that is cut short is the end of the pull
      await clock.sleep(watchEveryMs, ended).catch(() => undefined)
    }
  }

  /** `elsewhere`: its disk is none of this machine's. A look that fails is followed by the next: the pull goes on. */
  async function look(signal: AbortSignal): Promise<EngineSpace | 'elsewhere' | 'unknown'> {
    try {
      return (await runtime.space(signal)) ?? 'elsewhere'
    } catch {
      // @NOTE an engine that does not answer is found out by the pull itself
      return 'unknown'
    }
  }

  return async (image, onProgress, signal) => {
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
      await runtime.pullImage(image, onBytes, pulling)
    } catch (cause) {
      throw refused.signal.aborted ? refused.signal.reason : cause
    } finally {
      underWay -= 1
      ended.abort()
      await watching
    }
    const bytes = await runtime.imageBytes(image, signal)
    if (bytes <= unpackedBytesMax) return
    // What the engine held before is the provider's own, under whatever name.
    const isNew = (await runtime.imageId(image, signal)) !== heldId
    if (isNew) await runtime.removeImage(image, signal)
    throw tooLarge(image, bytes)
  }
}

/** Disks that were made or deleted meanwhile are not counted. */
function takenBetween(before: EngineSpace, now: EngineSpace): number {
  const room = ({ freeBytes, allocatedBytes }: EngineSpace) => freeBytes + allocatedBytes
  return room(before) - room(now)
}

function tooLargeFailure(image: string, bytes: number, mostBytes: number): RuntimeFailure {
  const gb = (figure: number) => (figure / bytesPerGb).toFixed(1).replace(/\.0$/, '')
  const text = `${image} takes ${gb(bytes)} GB or more; images may take ${gb(mostBytes)} GB unpacked.`
  return new RuntimeFailure('image_too_large', text)
}

function noRoomFailure(image: string): RuntimeFailure {
  return new RuntimeFailure('disk_full', `The machine has no room for ${image}.`)
}
