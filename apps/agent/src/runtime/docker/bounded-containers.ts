import { statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Clock } from '@gridloom/async/clock'
import { aborted } from '../../host/aborted.ts'
import { isMissing } from '../../host/files.ts'
import { RuntimeFailure } from '../failure.ts'
import type { ContainerRuntime, ContainerSettings } from '../port.ts'
import * as containers from './containers.ts'
import {
  type DiskSearch,
  type DiskSupport,
  findDisks,
  lastingObstacleOf,
} from './disks/find-disks.ts'
import { placeVolumes, refuseVolumes } from './disks/image-volumes.ts'
import type { InstanceDisks } from './disks/index.ts'
import type { EngineApi } from './engine-api.ts'
import { EngineHost, type Inspected } from './engine-shapes.ts'
import { declaredVolumes } from './images.ts'
import { type EngineDisks, findPause } from './pause-containers.ts'
import { writePrivate, writeReadable } from './private-files.ts'
import { foldersOf, mountVolumes } from './volume-disks.ts'

/** Label of a container with a disk of its own; its value is the size in bytes. */
export const diskLabel = 'gridloom.disk'
/** Label of a container with volumes; its value is their names. */
const volumesLabel = 'gridloom.volumes'

type Bounded = Pick<
  ContainerRuntime,
  | 'createContainer'
  | 'replaceContainer'
  | 'startContainer'
  | 'writePrivate'
  | 'writeReadable'
  | 'removeContainer'
  | 'diskUse'
  | 'space'
  | 'clearDisks'
  | 'diskOwners'
  | 'clearDisksOf'
  | 'prepareDisks'
  | 'dropSpareDisks'
> & {
  /** Searches again while disks are not bounded: the failure may have been temporary. */
  support(signal: AbortSignal): Promise<DiskSupport>
  /** Resolves to `undefined` while disks are not bounded. */
  localDisks(signal: AbortSignal): Promise<EngineDisks | undefined>
  /** Mounts the disk of a container that does not run; nothing where it is not bounded. */
  ensureDisk(name: string, signal: AbortSignal): Promise<void>
}

/** Measurements reuse a negative result for this long: each search creates and mounts a file system. */
const refusalGoodForMs = 60_000

/** Creates the calls on containers that involve their disks. */
export function createBoundedContainers(
  api: EngineApi,
  around: {
    search: DiskSearch
    clock: Pick<Clock, 'monotonicMs'>
    seccomp: () => Promise<string>
    /** Resolves once a network that is being made is made. */
    networkMade: (network: string) => Promise<void>
  },
): Bounded {
  const { search, clock, seccomp: seccompOption, networkMade } = around
  let known: DiskSupport | undefined
  let knownAtMs = Number.NEGATIVE_INFINITY
  let finding: Promise<DiskSupport> | undefined
  let engineRoot = ''
  let lastWalk: Promise<unknown> = Promise.resolve()
  /** Containers whose disk is attached and that were not started since. */
  const attached = new Set<string>()

  async function support(signal: AbortSignal): Promise<DiskSupport> {
    if (known?.kind === 'bounded') return known
    // Each container and network asks this, and an engine takes ten milliseconds and more to report its facts.
    const lasting = lastingObstacleOf(search)
    if (lasting !== undefined) return { kind: 'watched', reason: lasting }
    finding ??= find(signal).finally(() => {
      finding = undefined
    })
    return finding
  }

  async function find(signal: AbortSignal): Promise<DiskSupport> {
    const host = EngineHost.parse(await api.json({ method: 'GET', path: '/info', signal }))
    known = await findDisks(search, host)
    knownAtMs = clock.monotonicMs()
    engineRoot = host.DockerRootDir
    return known
  }

  /** Returns the disks for measurements and clean-up, which create or start no container. */
  async function measured(signal: AbortSignal): Promise<InstanceDisks | undefined> {
    const isGood = clock.monotonicMs() - knownAtMs < refusalGoodForMs
    return isGood && known?.kind === 'watched' ? undefined : disksFor(signal)
  }

  async function bytesOfVolumes(signal: AbortSignal): Promise<number> {
    const found = await support(signal)
    return found.kind === 'bounded' ? found.volumes.allocatedBytes() : 0
  }

  async function disksFor(signal: AbortSignal): Promise<InstanceDisks | undefined> {
    const found = await support(signal)
    return found.kind === 'bounded' ? found.disks : undefined
  }

  /**
   * Returns the bytes that a container wrote, which the engine finds by walking its files: a second for 200,000. One
   * walk at a time, so that measuring all containers takes no more of the machine than measuring one, which pauses for
   * ten times as long as its walk takes.
   */
  async function walked(name: string, signal: AbortSignal): Promise<number> {
    const walking = lastWalk.then(() => {
      signal.throwIfAborted()
      return containers.writtenBytes(api, name, signal)
    })
    // @NOTE the caller gets the failure; the next walk begins all the same
    lastWalk = walking.catch(() => undefined)
    return Promise.race([walking, aborted(signal).then(() => Promise.reject(signal.reason))])
  }

  async function create(settings: ContainerSettings, signal: AbortSignal): Promise<void> {
    const [now, declared] = await Promise.all([
      support(signal),
      declaredVolumes(api, settings.image, signal),
    ])
    const { volumes: attachedDisks = [] } = settings
    const attachedTo = new Set(attachedDisks.map(({ path }) => path))
    const volumes = declared.filter((path) => !attachedTo.has(path.replace(/\/+$/, '')))
    refuseVolumes(volumes, now.kind)
    if (now.kind === 'watched') {
      if (attachedDisks.length > 0) throw notBounded(now.reason)
      await containers.createContainer(api, {
        settings,
        volumes: [],
        pause: undefined,
        seccomp: await seccompOption(),
        signal,
      })
    } else {
      await createOnDisk(now, { settings, volumes }, signal)
    }
    await containers.putPrograms(api, settings, signal)
  }

  /** Creates the disk while the engine creates the container, unless volumes of the image must be on the disk. */
  async function createOnDisk(
    { disks, volumes: volumeDisks }: Pick<BoundedSupport, 'disks' | 'volumes'>,
    { settings, volumes }: { settings: ContainerSettings; volumes: readonly string[] },
    signal: AbortSignal,
  ): Promise<void> {
    const { name, diskBytes } = settings
    const { volumes: attachedDisks = [] } = settings
    const names = attachedDisks.map((volume) => volume.name)
    const labels = {
      ...settings.labels,
      [diskLabel]: String(diskBytes),
      ...(names.length === 0 ? {} : { [volumesLabel]: names.join(' ') }),
    }
    const seccomp = await seccompOption()
    const making = disks.make({ name, bytes: diskBytes }, signal)
    const placed =
      volumes.length === 0 ? [] : await making.then(() => placeVolumes(disks, name, volumes))
    const ready = mountVolumes(volumeDisks, names, signal)
    const creating = ready
      .then(() => pauseOf(settings.network, signal))
      .then((pause) =>
        containers.createContainer(api, {
          settings: { ...settings, labels },
          volumes: placed,
          disks: foldersOf(volumeDisks, attachedDisks),
          pause,
          seccomp,
          signal,
        }),
      )
    // Both are awaited: a disk or container that is still being created after a failure would be left behind.
    const [made, created] = await Promise.allSettled([making, creating])
    if (made.status === 'rejected') throw made.reason
    if (created.status === 'rejected') throw created.reason
    await attach(disks, await containers.demandInspected(api, name, signal), signal)
    attached.add(name)
  }

  /** Returns the pause container of a network, which may still be being made. */
  async function pauseOf(network: string, signal: AbortSignal): Promise<string | undefined> {
    // @NOTE who makes the network gets its failure
    await networkMade(network).catch(() => undefined)
    return (await findPause(api, network, signal))?.Id
  }

  async function attach(disks: InstanceDisks, found: Inspected, signal: AbortSignal) {
    const upper = found.GraphDriver?.Data?.UpperDir
    if (upper === undefined) throw notBounded('Docker does not report where it stores its files')
    const isJoined = containers.joinedContainer(found) !== undefined
    const folder = isJoined ? undefined : folderOf(found.Id)
    const name = found.Name.replace(/^\//, '')
    await disks.attach(name, { layer: dirname(upper), folder }, signal)
  }

  function folderOf(containerId: string): string {
    return join(engineRoot, 'containers', containerId)
  }

  /** Mounts the disk before each start: after a restart of the machine or the engine nothing is mounted. */
  async function ensureDisk(name: string, signal: AbortSignal): Promise<void> {
    if (attached.has(name)) return
    const found = await containers.inspectRaw(api, name, signal)
    // Images of builds have the label without a value.
    const bytes = Number(found?.Config.Labels?.[diskLabel] || Number.NaN)
    if (found === undefined || Number.isNaN(bytes) || found.State.Running) return
    const now = await support(signal)
    if (now.kind === 'watched') throw notBounded(now.reason)
    if (found.State.StartedAt !== null && !(await now.disks.exists(name))) {
      throw new RuntimeFailure('disk_lost', 'The disk was removed from the machine.')
    }
    await now.disks.make({ name, bytes }, signal)
    await mountVolumes(now.volumes, namesIn(found.Config.Labels?.[volumesLabel]), signal)
    await attach(now.disks, found, signal)
    const joined = containers.joinedContainer(found)
    if (joined !== undefined) await now.disks.restoreNetworkFiles(folderOf(joined))
  }

  return {
    support,
    ensureDisk,
    localDisks: async (signal) => {
      const disks = await disksFor(signal)
      return disks && { disks, engineRoot }
    },
    createContainer: create,
    replaceContainer: async (settings, signal) => {
      await containers.removeContainer(api, settings.name, signal)
      await create(settings, signal)
    },
    startContainer: async (name, signal) => {
      await ensureDisk(name, signal)
      attached.delete(name)
      await containers.startContainer(api, name, signal)
    },
    writePrivate: async (name, files, signal) => {
      await ensureDisk(name, signal)
      await writePrivate(api, { ...files, name, signal })
    },
    writeReadable: async (name, files, signal) => {
      await ensureDisk(name, signal)
      await writeReadable(api, { ...files, name, signal })
    },
    removeContainer: async (name, signal) => {
      await containers.removeContainer(api, name, signal)
      attached.delete(name)
      await (await measured(signal))?.remove(name, signal)
    },
    diskUse: async (name, signal) => {
      const space = await (await measured(signal))?.space(name)
      if (space === undefined) {
        return { usedBytes: await walked(name, signal), freeBytes: undefined }
      }
      return space
    },
    space: async (signal) => {
      const disks = await measured(signal)
      if (disks === undefined) {
        const whole = await spaceIn(engineRoot)
        return whole && { ...whole, unfilledBytes: 0, allocatedBytes: 0, volumeBytes: 0 }
      }
      const [space, volumeBytes] = await Promise.all([disks.allSpace(), bytesOfVolumes(signal)])
      return { ...space, allocatedBytes: space.allocatedBytes + volumeBytes, volumeBytes }
    },
    clearDisks: async (isKept, signal) => {
      const disks = await measured(signal)
      if (disks === undefined) return
      for (const name of await disks.names()) if (!isKept(name)) await disks.remove(name, signal)
    },
    prepareDisks: async (bytes, signal) => (await measured(signal))?.prepare(bytes, signal),
    diskOwners: async (signal) => (await measured(signal))?.owners() ?? [],
    clearDisksOf: async (owner, signal) => (await measured(signal))?.clearOf(owner, signal),
    // There are no spares before the first search.
    dropSpareDisks: async (signal) =>
      known?.kind === 'bounded' ? known.disks.dropSpares(signal) : undefined,
  }
}

type BoundedSupport = Extract<DiskSupport, { kind: 'bounded' }>

/** Reads the value of a label with the names of volumes. */
function namesIn(label: string | undefined): string[] {
  return (label ?? '').split(' ').filter((name) => name !== '')
}

/** Returns the space of a folder; `undefined` if the engine's folder is not on this machine. */
async function spaceIn(folder: string) {
  try {
    const { bsize, blocks, bavail } = await statfs(folder)
    return { totalBytes: blocks * bsize, freeBytes: bavail * bsize }
  } catch (cause) {
    if (isMissing(cause)) return undefined
    throw cause
  }
}

function notBounded(reason: string): RuntimeFailure {
  const text = `The disk of the instance cannot be mounted: ${reason}.`
  return new RuntimeFailure('start_failed', text, { retry: 'later' })
}
