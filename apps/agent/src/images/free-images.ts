import type { Clock } from '@gridloom/async/clock'
import { diskReserveBytes } from '@gridloom/domain/disk'
import type { ContainerRuntime } from '../runtime/port.ts'
import type { OwnImages } from './own-images.ts'

/** One that was wanted within this time may be about to be used. It is longer than its use goes unwritten. */
const unusedForMs = 2 * 3_600_000

export interface ImageRoom {
  runtime: Pick<ContainerRuntime, 'space' | 'imageId' | 'removeImage'>
  clock: Pick<Clock, 'now'>
  own: Pick<OwnImages, 'unusedSince' | 'forget'>
}

/**
 * Removes images that this agent fetched and no container is made of, the longest unused first, while less than twice
 * the machine's reserve is free. What the provider brought stays, also under a name that renters use.
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
      // The engine keeps one that a container is made of.
      if ((await runtime.imageId(name, signal)) === id) continue
    }
    await own.forget(name)
    if (!(await isTight())) return
  }
}
