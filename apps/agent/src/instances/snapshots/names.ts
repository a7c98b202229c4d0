import type { SnapshotId } from '@gridloom/contract/core/ids'

const repository = 'gridloom/snapshot'

/** The label of a restored image with the number of its layers that belong to its base image. */
export const baseLayersLabel = 'gridloom.base_layers'

/** Returns the name of a restored image. Agents of one engine each have their own, so that none removes another's. */
export function snapshotImage(owner: string, snapshot: SnapshotId): string {
  return `${repository}:${owner}-${snapshot}`
}

/** Returns whether a name is that of a restored image of this agent. */
export function isSnapshotImage(owner: string, name: string): boolean {
  return name.startsWith(`${repository}:${owner}-`)
}
