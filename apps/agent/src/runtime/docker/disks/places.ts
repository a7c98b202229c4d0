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

/** The disks of instances go with them, those of volumes stay: they have folders of their own. */
export type DiskKind = 'instances' | 'volumes'

const folderNames: Record<DiskKind, string> = {
  instances: 'gridloom',
  volumes: 'gridloom-volumes',
}

export function diskPlaces(
  engineRoot: string,
  { owner, kind }: { owner: string; kind: DiskKind },
): DiskPlaces {
  const files = join(engineRoot, folderNames[kind])
  const allMounts = join('/run', folderNames[kind])
  const folder = join(files, owner)
  const mounts = join(allMounts, owner)
  const of = (name: string) => ({ file: join(folder, `${name}.ext4`), mount: join(mounts, name) })
  return { folder, mounts, ofAll: [files, allMounts], of }
}
