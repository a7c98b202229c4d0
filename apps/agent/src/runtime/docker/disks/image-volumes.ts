import { RuntimeFailure } from '../../failure.ts'
import type { Volume } from '../container-body.ts'
import type { InstanceDisks } from './index.ts'

/** An image with more volumes is refused: each is a mount of its own. */
const volumesMax = 32

/** Refuses volumes that cannot be bounded, and too many of them. Errors: `create_refused`. */
export function refuseVolumes(volumes: readonly string[], kind: 'bounded' | 'watched'): void {
  if (kind === 'watched' && volumes.length > 0) {
    const text = `The image keeps data in volumes (${volumes.join(', ').slice(0, 200)}), which this machine cannot limit. Rent an isolated machine.`
    throw new RuntimeFailure('create_refused', text)
  }
  if (volumes.length > volumesMax) {
    const text = `The image declares ${volumes.length} volumes. The limit is ${volumesMax}.`
    throw new RuntimeFailure('create_refused', text)
  }
}

/** Creates a folder on the container's disk, which must be mounted, for each volume of an image. */
export async function placeVolumes(
  disks: InstanceDisks,
  name: string,
  volumes: readonly string[],
): Promise<Volume[]> {
  return Promise.all(
    volumes.map(async (target, number) => {
      return { target, device: await disks.volumeFolder(name, number) }
    }),
  )
}
