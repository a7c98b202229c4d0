import { join } from 'node:path'

/** Paths of the disks of one agent, as the engine sees them. */
export interface DiskPlaces {
  /** Folder beside the engine's data, on the file system that is offered. */
  folder: string
  mounts: string
  /** Folders that contain the folders of all agents with disks here. */
  ofAll: readonly string[]
  of(name: string): DiskPlace
}

/** Paths of a disk's file and its mount point. */
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
