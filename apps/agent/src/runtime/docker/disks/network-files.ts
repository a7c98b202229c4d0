import type { Stats } from 'node:fs'
import { copyFile, lstat, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing } from '../../../host/files.ts'
import type { EngineProcess } from './engine-process.ts'

/** Files of the engine that a container sees in `/etc` and may write. */
const networkFiles = ['hosts', 'hostname', 'resolv.conf'] as const
const boundedFolder = 'net'
/** The files as the engine wrote them. */
const keptFolder = 'net.kept'
/** Space for these three: a renter who fills it has a full `/etc/hosts` until the next start. */
const boundedOptions = 'size=256k,nosuid,nodev,noexec,mode=0755'

/**
 * Redirects what a container writes to these files to a tiny file system in memory, by links: the engine writes through
 * the links at each start, and follows no link out of the container's folder (`<root>/containers/<id>`). May be
 * repeated; the container must not run meanwhile.
 */
export async function boundNetworkFiles(
  engine: EngineProcess,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  const target = join(folder, boundedFolder)
  await mkdir(engine.pathOf(target), { recursive: true })
  if (!(await engine.mountPoints()).has(target)) {
    await engine.run(['mount', '-t', 'tmpfs', '-o', boundedOptions, 'gridloom', target], signal)
  }
  for (const file of networkFiles) {
    await writeFile(engine.pathOf(join(target, file)), '')
    const place = engine.pathOf(join(folder, file))
    if (await isLink(place)) continue
    await rm(place, { force: true })
    await symlink(join(boundedFolder, file), place)
  }
}

/** Keeps the files as the engine wrote them, for {@link restoreNetworkFiles}. */
export async function keepNetworkFiles(engine: EngineProcess, folder: string): Promise<void> {
  const kept = engine.pathOf(join(folder, keptFolder))
  const part = `${kept}.new`
  await rm(part, { recursive: true, force: true })
  await mkdir(part)
  await copyAll(engine.pathOf(join(folder, boundedFolder)), part)
  await rm(kept, { recursive: true, force: true })
  await rename(part, kept)
}

/**
 * Writes the files again as the engine wrote them: a renter may have filled or emptied them. They stay as they are where
 * none are kept, as the agent was killed before it could.
 */
export async function restoreNetworkFiles(engine: EngineProcess, folder: string): Promise<void> {
  const target = join(folder, boundedFolder)
  // Not mounted after a restart of the machine: the engine writes them when the pause container starts.
  if (!(await engine.mountPoints()).has(target)) return
  const kept = engine.pathOf(join(folder, keptFolder))
  if (!(await isThere(kept))) return
  const place = engine.pathOf(target)
  // Emptied first: what fills the space may be any of them.
  for (const file of networkFiles) await writeFile(join(place, file), '')
  await copyAll(kept, place)
}

async function copyAll(from: string, to: string): Promise<void> {
  for (const file of networkFiles) await copyFile(join(from, file), join(to, file))
}

async function isLink(path: string): Promise<boolean> {
  return (await factsOf(path))?.isSymbolicLink() ?? false
}

async function isThere(path: string): Promise<boolean> {
  return (await factsOf(path)) !== undefined
}

async function factsOf(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path)
  } catch (cause) {
    if (isMissing(cause)) return undefined
    throw cause
  }
}
