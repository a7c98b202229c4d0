import { lstat, mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing } from '../../../host/files.ts'
import type { EngineProcess } from './engine-process.ts'

/** The folders in which the engine stores a container, as the engine sees them. */
export interface ContainerPlace {
  /** The folder of its own layer: `<root>/overlay2/<layer>`, with `diff` and `work` in it. */
  layer: string
  /** `<root>/containers/<id>`, with the files that the engine mounts over `/etc`. */
  folder: string
}

/** Files of the engine that a container sees in `/etc` and may write. */
const networkFiles = ['hosts', 'hostname', 'resolv.conf'] as const
const networkFolder = 'net'
/** Space for these three: a renter who fills it has a full `/etc/hosts` until the next start. */
const networkOptions = 'size=256k,nosuid,nodev,noexec,mode=0755'

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
    leadNetworkFiles(engine, container.folder, signal),
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

/** The engine writes these files through the links at each start, and follows no link out of its folder. */
async function leadNetworkFiles(engine: EngineProcess, folder: string, signal: AbortSignal) {
  const target = join(folder, networkFolder)
  await mkdir(engine.pathOf(target), { recursive: true })
  if (!(await engine.mountPoints()).has(target)) {
    await engine.run(['mount', '-t', 'tmpfs', '-o', networkOptions, 'gridloom', target], signal)
  }
  for (const file of networkFiles) {
    await writeFile(engine.pathOf(join(target, file)), '')
    const place = engine.pathOf(join(folder, file))
    if ((await kindOf(place)) === 'link') continue
    await rm(place, { force: true })
    await symlink(join(networkFolder, file), place)
  }
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
