import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { SnapshotId } from '@gridloom/contract/core/ids'

/** The folder of one snapshot that is captured, or restored, on this machine. */
export interface SpoolFolder {
  folder: string
  pieces: string
  /** Written once everything that it names is there. */
  manifest: string
  /** Has the name of a container that is paused, or about to be. */
  paused: string
}

export function spoolFolder(folder: string): SpoolFolder {
  return {
    folder,
    pieces: join(folder, 'pieces'),
    manifest: join(folder, 'manifest.json'),
    paused: join(folder, 'paused'),
  }
}

/** The folders of all captures, and of all restores, of an agent. */
export function snapshotFolders(dataDir: string) {
  const captures = join(dataDir, 'snapshots')
  const restores = join(dataDir, 'restores')
  return {
    ...{ captures, restores },
    captureOf: (snapshot: SnapshotId) => spoolFolder(join(captures, snapshot)),
    restoreOf: (snapshot: SnapshotId) => spoolFolder(join(restores, snapshot)),
  }
}

/** Returns the spools in a folder, by the names of their folders. */
export async function spoolsIn(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  const found = await readdir(folder, { withFileTypes: true })
  return found.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name))
}
