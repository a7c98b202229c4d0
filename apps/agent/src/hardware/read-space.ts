import type { Clock } from '@gridloom/async/clock'
import { createDeadline } from '@gridloom/async/deadline'
import { spaceOf, toGb } from '../host/files.ts'
import type { ContainerRuntime } from '../runtime/port.ts'

/** Size and free space in decimal GB. */
export type ReadSpace = () => Promise<{ totalGb: number; freeGb: number }>

const limitMs = 5_000

/**
 * Gives a probe of the file system that containers lie on. What is allocated to their disks and not written
 * yet counts as free: the control plane knows what it has promised, and takes that off itself.
 * `folder` stands in where the engine does not say.
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
      const { totalBytes, freeBytes, unfilledBytes } = space
      return { totalGb: toGb(totalBytes), freeGb: toGb(freeBytes + unfilledBytes) }
    } catch {
      // @NOTE the engine does not answer, which the hardware report says; the folder is near enough
      return spaceOf(folder)
    } finally {
      limit.done()
    }
  }
}
