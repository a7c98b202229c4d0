import type { Clock } from '@gridloom/async/clock'
import { diskReserveBytes } from '@gridloom/domain/disk'
import type { ContainerRuntime } from '../runtime/port.ts'
import type { OwnImages } from './own-images.ts'

/** An image used within this time may be needed again soon. Longer than the interval in which use is recorded. */
const unusedForMs = 2 * 3_600_000

export interface ImageRoom {
  runtime: Pick<ContainerRuntime, 'space' | 'imageId' | 'removeImage'>
  clock: Pick<Clock, 'now'>
  own: Pick<OwnImages, 'unusedSince' | 'forget'>
}

/**
 * Removes images that this agent fetched and no container uses, the longest unused first, while less than twice the
 * machine's reserve is free. Images of the provider stay, also under a name that renters use.
 */
export async function freeImages(
  { runtime, clock, own }: ImageRoom,
  signal: AbortSignal,
): Promise<void> {
  const isTight = async () => {
    const space = await runtime.space(signal)
    return space !== undefined && space.freeBytes < 2 * diskReserveBytes(space.totalBytes)
  }
  if (!(await isTight())) return
  for (const { name, id } of await own.unusedSince(new Date(clock.now().getTime() - unusedForMs))) {
    if ((await runtime.imageId(name, signal)) === id) {
      await runtime.removeImage(name, signal)
      // The engine keeps an image that a container uses.
      if ((await runtime.imageId(name, signal)) === id) continue
    }
    await own.forget(name)
    if (!(await isTight())) return
  }
}
