import { access, mkdir, readdir, rmdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '@gridloom/async/clock'
import { isMissing } from '../../../host/files.ts'
import { RuntimeFailure } from '../../failure.ts'
import type { EngineSpace } from '../../port.ts'
import { type ContainerPlace, leadOntoDisk } from './attach.ts'
import { makeDisk, removeDisk, scriptCall } from './disk-scripts.ts'
import { CommandFailed, type EngineProcess } from './engine-process.ts'
import { boundNetworkFiles, keepNetworkFiles, restoreNetworkFiles } from './network-files.ts'
import { type DiskKind, type DiskPlace, diskPlaces } from './places.ts'
import { noRoomFailure, roomIn } from './room.ts'
import { createDiskPool } from './spares.ts'

/**
 * A file system for each container: an ext4 in a file, mounted by a loop device. All that the container writes to disk
 * goes there (its layer, the volumes of its image), so a full disk is `ENOSPC` inside and has no effect outside. The
 * container's folders of the engine are links to it: while it is not mounted, the engine cannot start the container at
 * all.
 */
export interface InstanceDisks {
  /** Creates a container's disk, or mounts an existing one. Errors: `disk_full`. */
  make(disk: { name: string; bytes: number }, signal: AbortSignal): Promise<void>
  /** Redirects the container's writes to its disk, before each start. */
  attach(name: string, container: ContainerPlace, signal: AbortSignal): Promise<void>
  exists(name: string): Promise<boolean>
  /** Bounds the files in `/etc` that the engine writes for the container in this folder, before each start. */
  boundNetworkFiles(folder: string, signal: AbortSignal): Promise<void>
  /** Keeps these files as the engine wrote them. */
  keepNetworkFiles(folder: string): Promise<void>
  /** Writes these files again as they were kept. */
  restoreNetworkFiles(folder: string): Promise<void>
  /** Returns the folder on the disk for a volume, as the engine sees it; created if it is missing. */
  volumeFolder(name: string, place: number): Promise<string>
  /** Returns the folder of a volume that containers see, as the engine sees it. */
  dataFolder(name: string): string
  /** Returns the size of a disk's file; zero if it does not exist. */
  sizeOf(name: string): Promise<number>
  /** Resolves to `undefined` while the disk is not mounted. */
  space(name: string): Promise<DiskSpace | undefined>
  /** Returns the space of the file system that contains all disks. */
  allSpace(): Promise<Omit<EngineSpace, 'volumeBytes'>>
  /** Returns the size of all disks. */
  allocatedBytes(): Promise<number>
  remove(name: string, signal: AbortSignal): Promise<void>
  /** Returns the owner marks of all agents that have disks here. */
  owners(): Promise<string[]>
  /** Deletes all disks of another agent. */
  clearOf(owner: string, signal: AbortSignal): Promise<void>
  /** Creates spare disks of this size, if there is plenty of space. */
  prepare(bytes: number, signal: AbortSignal): Promise<void>
  /** Deletes the spare disks. */
  dropSpares(signal: AbortSignal): Promise<void>
  /** Returns the names of all disks, except the spares of this process. */
  names(): Promise<string[]>
}

export interface DiskSpace {
  usedBytes: number
  freeBytes: number
}

export interface DiskSite {
  clock: Clock
  /** The engine's data folder: the disks are beside it, on the file system that is offered. */
  engineRoot: string
  /** Marks the disks of this agent. */
  owner: string
  kind: DiskKind
  /** Searched again for each call: an engine that was restarted is another process. */
  engine: () => Promise<EngineProcess>
}

export function createInstanceDisks(site: DiskSite): InstanceDisks {
  const { clock, engine: findEngine, engineRoot, kind, owner } = site
  const places = diskPlaces(engineRoot, { owner, kind })
  const { folder, mounts } = places
  const spares = createDiskPool({
    ...{ clock, engineRoot, places, findEngine, remove },
    make: makeNew,
  })

  async function make(disk: { name: string; bytes: number }, signal: AbortSignal): Promise<void> {
    const engine = await findEngine()
    if (await isThere(engine.pathOf(places.of(disk.name).file))) {
      return runMake(engine, disk, signal)
    }
    if (await takeSpare(engine, disk, signal)) return
    if ((await roomIn(engine, engineRoot)) < disk.bytes) await spares.drop(signal)
    await makeNew(disk, signal)
  }

  async function takeSpare(
    engine: EngineProcess,
    disk: { name: string; bytes: number },
    signal: AbortSignal,
  ): Promise<boolean> {
    try {
      return await spares.give(engine, disk, signal)
    } catch {
      // @NOTE the spare was removed or unmounted from outside: this disk is created without one
      await remove(disk.name, clock.timeout(removeLimitMs))
      return false
    }
  }

  async function makeNew(disk: { name: string; bytes: number }, signal: AbortSignal) {
    const engine = await findEngine()
    if ((await roomIn(engine, engineRoot)) < disk.bytes) throw noRoomFailure()
    try {
      await runMake(engine, disk, signal)
      // Others may have taken the space meanwhile.
      if ((await roomIn(engine, engineRoot)) < 0) throw noRoomFailure()
    } catch (cause) {
      await remove(disk.name, clock.timeout(removeLimitMs))
      throw cause
    }
  }

  /** Completes a partial disk, or creates it, and mounts it. */
  async function runMake(
    engine: EngineProcess,
    disk: { name: string; bytes: number },
    signal: AbortSignal,
  ): Promise<void> {
    const { file, mount } = places.of(disk.name)
    try {
      await engine.run(scriptCall(makeDisk, [file, mount, String(disk.bytes)]), signal)
    } catch (cause) {
      throw cause instanceof CommandFailed ? makeFailure(cause) : cause
    }
    for (const part of partsOf[kind]) {
      await mkdir(engine.pathOf(join(mount, part)), { recursive: true })
    }
  }

  async function remove(name: string, signal: AbortSignal): Promise<void> {
    const { file, mount } = places.of(name)
    const engine = await findEngine()
    await engine.run(scriptCall(removeDisk, [file, mount]), signal)
    // @NOTE the folder is not empty: it has other disks
    for (const place of [mounts, folder]) await rmdir(engine.pathOf(place)).catch(() => undefined)
  }

  async function space(name: string): Promise<DiskSpace | undefined> {
    const engine = await findEngine()
    return spaceAt(engine, await engine.mountPoints(), places.of(name))
  }

  async function namesAt(engine: EngineProcess): Promise<string[]> {
    const [files, points] = await Promise.all([
      namesIn(engine.pathOf(folder)),
      namesIn(engine.pathOf(mounts)),
    ])
    const ofFiles = files.map((file) => file.replace(/\.ext4(\.new|\.lock)?$/, ''))
    return [...new Set([...ofFiles, ...points])]
  }

  async function allSpace(): Promise<Omit<EngineSpace, 'volumeBytes'>> {
    const engine = await findEngine()
    // Spares are dropped before anything else lacks space.
    if ((await roomIn(engine, engineRoot)) < 0) await spares.drop(clock.timeout(removeLimitMs))
    const [names, mounted] = await Promise.all([namesAt(engine), engine.mountPoints()])
    const disks = names.filter((name) => !spares.isGiven(name))
    const [whole, spaces, sizes] = await Promise.all([
      statfs(engine.pathOf(engineRoot)),
      Promise.all(disks.map((name) => spaceAt(engine, mounted, places.of(name)))),
      Promise.all(disks.map((name) => sizeOf(engine.pathOf(places.of(name).file)))),
    ])
    return {
      totalBytes: whole.blocks * whole.bsize,
      freeBytes: whole.bavail * whole.bsize,
      unfilledBytes: sum(spaces.map((it) => it?.freeBytes ?? 0)),
      allocatedBytes: sum(sizes),
    }
  }

  return {
    make,
    remove: async (name, signal) => {
      await spares.settle(signal)
      await remove(name, signal)
    },
    space,
    dataFolder: (name) => join(places.of(name).mount, 'data'),
    sizeOf: async (name) => sizeOf((await findEngine()).pathOf(places.of(name).file)),
    owners: async () => {
      const engine = await findEngine()
      const found = await Promise.all(places.ofAll.map((path) => namesIn(engine.pathOf(path))))
      return [...new Set(found.flat())].filter((name) => /^[0-9a-f]{16}$/.test(name))
    },
    clearOf: async (other, signal) => {
      const theirs = createInstanceDisks({ ...site, owner: other })
      for (const name of await theirs.names()) await theirs.remove(name, signal)
    },
    prepare: spares.prepare,
    dropSpares: spares.drop,
    names: async () => (await namesAt(await findEngine())).filter((name) => !spares.has(name)),
    allSpace,
    allocatedBytes: async () => {
      const engine = await findEngine()
      const names = await namesAt(engine)
      const sizes = names.map((name) => sizeOf(engine.pathOf(places.of(name).file)))
      return sum(await Promise.all(sizes))
    },
    attach: async (name, container, signal) =>
      leadOntoDisk(await findEngine(), { container, disk: places.of(name).mount }, signal),
    boundNetworkFiles: async (path, signal) => boundNetworkFiles(await findEngine(), path, signal),
    keepNetworkFiles: async (path) => keepNetworkFiles(await findEngine(), path),
    restoreNetworkFiles: async (path) => restoreNetworkFiles(await findEngine(), path),
    exists: async (name) => isThere((await findEngine()).pathOf(places.of(name).file)),
    volumeFolder: async (name, place) => {
      const path = join(places.of(name).mount, 'volumes', String(place))
      await mkdir((await findEngine()).pathOf(path), { recursive: true })
      return path
    },
  }
}

const removeLimitMs = 30_000

/** Folders on a disk. In a volume, containers see one below its root, which is there only while it is mounted. */
const partsOf: Record<DiskKind, readonly string[]> = {
  instances: ['diff', 'work', 'volumes'],
  volumes: ['data'],
}

async function spaceAt(
  engine: EngineProcess,
  mounted: ReadonlySet<string>,
  { mount }: DiskPlace,
): Promise<DiskSpace | undefined> {
  if (!mounted.has(mount)) return undefined
  try {
    const { bsize, blocks, bfree, bavail } = await statfs(engine.pathOf(mount))
    return { usedBytes: (blocks - bfree) * bsize, freeBytes: bavail * bsize }
  } catch (cause) {
    // The disk was unmounted and deleted meanwhile.
    if (isMissing(cause)) return undefined
    throw cause
  }
}

function makeFailure(cause: CommandFailed): RuntimeFailure {
  if (/no space left/i.test(cause.message)) return noRoomFailure(cause)
  const text = `The machine could not create the disk of the instance: ${cause.message}`
  return new RuntimeFailure('create_refused', text, { retry: 'later', cause })
}

/** Returns the size of a file; zero if it does not exist. */
async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch (cause) {
    if (isMissing(cause)) return 0
    throw cause
  }
}

function sum(figures: readonly number[]): number {
  return figures.reduce((total, figure) => total + figure, 0)
}

async function isThere(path: string): Promise<boolean> {
  try {
    await access(path)
    return true
  } catch (cause) {
    if (isMissing(cause)) return false
    throw cause
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (cause) {
    if (isMissing(cause)) return []
    throw cause
  }
}
