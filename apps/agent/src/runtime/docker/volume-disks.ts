import { RuntimeFailure } from '../failure.ts'
import type { AttachedDisk, EngineVolumeDisks } from '../volume-port.ts'
import type { BoundFolder } from './container-body.ts'
import type { DiskSupport } from './disks/find-disks.ts'
import type { InstanceDisks } from './disks/index.ts'

/** Creates the calls on volumes: file systems like those of containers, which no container's end removes. */
export function createVolumeDisks(
  support: (signal: AbortSignal) => Promise<DiskSupport>,
): EngineVolumeDisks {
  async function disksNow(signal: AbortSignal): Promise<InstanceDisks> {
    const found = await support(signal)
    if (found.kind === 'bounded') return found.volumes
    const text = `The machine cannot keep volumes: ${found.reason}.`
    throw new RuntimeFailure('create_refused', text)
  }

  return {
    obstacle: async (signal) => {
      const found = await support(signal)
      return found.kind === 'bounded' ? undefined : found.reason
    },
    create: async (disk, signal) => (await disksNow(signal)).make(disk, signal),
    list: async (signal) => {
      const disks = await disksNow(signal)
      const all = (await disks.names()).map(async (name) => {
        const [bytes, space] = await Promise.all([disks.sizeOf(name), disks.space(name)])
        return { name, bytes, usedBytes: space?.usedBytes }
      })
      return (await Promise.all(all)).filter(({ bytes }) => bytes > 0)
    },
    remove: async (name, signal) => (await disksNow(signal)).remove(name, signal),
    clearPartial: async (signal) => {
      const found = await support(signal)
      if (found.kind === 'watched') return
      for (const name of await found.volumes.names())
        if (!(await found.volumes.exists(name))) await found.volumes.remove(name, signal)
    },
  }
}

/**
 * Mounts volumes that a container is to see. Call it before each start, as after a restart of the machine or the engine
 * nothing is mounted. Errors: `start_failed` where one is missing
 */
export async function mountVolumes(
  disks: InstanceDisks,
  names: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  for (const name of names) {
    if (!(await disks.exists(name))) throw missingVolume(name)
    await disks.make({ name, bytes: 0 }, signal)
  }
}

/** Mounts a volume, and returns its folder for the body of a container. Errors: `disk_lost` where it is missing */
export async function mountedFolder(
  support: (signal: AbortSignal) => Promise<DiskSupport>,
  attached: AttachedDisk,
  signal: AbortSignal,
): Promise<BoundFolder> {
  const found = await support(signal)
  if (found.kind === 'watched' || !(await found.volumes.exists(attached.name)))
    throw new RuntimeFailure('disk_lost', missingVolume(attached.name).message)
  await mountVolumes(found.volumes, [attached.name], signal)
  const [folder] = foldersOf(found.volumes, [attached])
  if (folder === undefined) throw missingVolume(attached.name)
  return folder
}

/** Returns the folders of volumes for the body of a container. */
export function foldersOf(disks: InstanceDisks, attached: readonly AttachedDisk[]): BoundFolder[] {
  return attached.map(({ name, path, mode }) => ({
    source: disks.dataFolder(name),
    target: path,
    readOnly: mode === 'read_only',
  }))
}

function missingVolume(name: string): RuntimeFailure {
  return new RuntimeFailure('start_failed', `The volume ${name} is not on this machine.`)
}
