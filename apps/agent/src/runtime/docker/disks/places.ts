import { join } from 'node:path'

/** Where the disks of one agent lie, as the engine sees it. */
export interface DiskPlaces {
  /** Beside the engine's data, on the file system that is offered. */
  folder: string
  mounts: string
  of(name: string): DiskPlace
}

/** A disk's file, and where it is mounted. */
export interface DiskPlace {
  file: string
  mount: string
}

export function diskPlaces(engineRoot: string, owner: string): DiskPlaces {
  const folder = join(engineRoot, 'gridloom', owner)
  const mounts = join('/run/gridloom', owner)
  const of = (name: string) => ({ file: join(folder, `${name}.ext4`), mount: join(mounts, name) })
  return { folder, mounts, of }
}
