import { lstat, readdir, rename, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing } from '../../../host/files.ts'
import type { EngineProcess } from './engine-process.ts'
import { boundNetworkFiles } from './network-files.ts'

/** The folders in which the engine stores a container, as the engine sees them. */
export interface ContainerPlace {
  /** The folder of its own layer: `<root>/overlay2/<layer>`, with `diff` and `work` in it. */
  layer: string
  /**
   * `<root>/containers/<id>`, with the files that the engine mounts over `/etc`; `undefined` for a container that has
   * those of its pause container.
   */
  folder: string | undefined
}

/**
 * Redirects all writes of a container away from the engine's file system: its layer by links to its own disk, the three
 * files in `/etc` by links to a tiny file system in memory. May be repeated, also after an interruption; the container
 * must not run meanwhile.
 */
export async function leadOntoDisk(
  engine: EngineProcess,
  { container, disk }: { container: ContainerPlace; disk: string },
  signal: AbortSignal,
): Promise<void> {
  await Promise.all([
    ...['diff', 'work'].map((part) =>
      leadLayer(engine, { from: join(container.layer, part), to: join(disk, part) }, signal),
    ),
    container.folder === undefined
      ? undefined
      : boundNetworkFiles(engine, container.folder, signal),
  ])
}

async function leadLayer(
  engine: EngineProcess,
  { from, to }: { from: string; to: string },
  signal: AbortSignal,
): Promise<void> {
  const place = engine.pathOf(from)
  const found = await kindOf(place)
  if (found === 'link') return
  // The engine has created the working folder of the image there, and nothing else.
  if (found === 'folder' && from.endsWith('diff') && (await readdir(place)).length > 0) {
    await engine.run(['cp', '-a', `${from}/.`, `${to}/`], signal)
  }
  const old = `${place}.engine`
  if (found === 'folder') await rename(place, old)
  await symlink(to, place)
  await rm(old, { recursive: true, force: true })
}

async function kindOf(path: string): Promise<'link' | 'folder' | 'file' | 'nothing'> {
  try {
    const found = await lstat(path)
    if (found.isSymbolicLink()) return 'link'
    return found.isDirectory() ? 'folder' : 'file'
  } catch (cause) {
    if (isMissing(cause)) return 'nothing'
    throw cause
  }
}
