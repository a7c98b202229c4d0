import { join } from 'node:path'

/** Where the disks of one agent lie, as the engine sees it. */
export interface DiskPlaces {
  /** Beside the engine's data, on the file system that is offered. */
  folder: string
  mounts: string
  /** Where the folders of all agents are that have disks here. */
  ofAll: readonly string[]
  of(name: string): DiskPlace
}

/** A disk's file, and where it is mounted. */
export interface DiskPlace {
  file: string
  mount: string
}

const allMounts = '/run/gridloom'

export function diskPlaces(engineRoot: string, owner: string): DiskPlaces {
  const files = join(engineRoot, 'gridloom')
  const folder = join(files, owner)
  const mounts = join(allMounts, owner)
  const of = (name: string) => ({ file: join(folder, `${name}.ext4`), mount: join(mounts, name) })
  return { folder, mounts, ofAll: [files, allMounts], of }
}
