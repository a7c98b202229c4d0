import type { Clock } from '@gridloom/async/clock'
import { createDeadline } from '@gridloom/async/deadline'
import { spaceOf, toGb } from '../host/files.ts'
import type { ContainerRuntime } from '../runtime/port.ts'

/** Size and free space in decimal GB. */
export type ReadSpace = () => Promise<{ totalGb: number; freeGb: number }>

const limitMs = 5_000

/**
 * Returns a probe of the file system that holds the containers. Space that is allocated to their disks but not written
 * yet counts as free, and so does all that volumes have: the control plane subtracts what it has promised itself. `folder` is measured instead if the
 * engine reports no space.
 */
export function createSpaceProbe(
  runtime: Pick<ContainerRuntime, 'space'>,
  folder: string,
  clock: Clock,
): ReadSpace {
  return async () => {
    const limit = createDeadline(clock, limitMs)
    try {
      const space = await runtime.space(limit.signal)
      if (space === undefined) return await spaceOf(folder)
      const { totalBytes, freeBytes, unfilledBytes, volumeBytes } = space
      const freeGb = toGb(freeBytes + unfilledBytes + volumeBytes)
      return { totalGb: toGb(totalBytes), freeGb }
    } catch {
      // @NOTE the hardware report shows that the engine does not answer; the folder is close enough
      return spaceOf(folder)
    } finally {
      limit.done()
    }
  }
}
