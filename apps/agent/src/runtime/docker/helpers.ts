import { access } from 'node:fs/promises'
import type { Execute } from '../../host/execute.ts'
import { RuntimeFailure } from '../failure.ts'
import type { EngineHelpers } from '../helper-port.ts'
import { createFrom, demandInspected, removeContainer, startContainer } from './containers.ts'
import { diskHelperBody } from './disk-helper-body.ts'
import type { DiskSupport } from './disks/find-disks.ts'
import { ensureEmptyImage } from './empty-image.ts'
import type { EngineApi } from './engine-api.ts'
import { ContainerList } from './engine-shapes.ts'
import { heldDiskOf, notHeld } from './held-disk.ts'
import { type HelperMount, helperBody, helperLabel, toolboxMountOf, tun } from './helper-body.ts'
import { mountedFolder } from './volume-disks.ts'
import { volumeHelperBody } from './volume-helper-body.ts'

interface HelperSite {
  isReachable: boolean
  execute: Execute
  /** Mounts the disk of a container that does not run. */
  ensureDisk(name: string, signal: AbortSignal): Promise<void>
  support(signal: AbortSignal): Promise<DiskSupport>
}

/**
 * Helpers share the network namespace of another container, whose files they neither see nor run, or see the disk of
 * one or a volume, without any network.
 */
export function createHelpers(api: EngineApi, site: HelperSite): EngineHelpers {
  const { isReachable } = site
  return {
    obstacle: async () => {
      if (!isReachable) return 'the container engine is not Docker on this machine, with root'
      const isThere = await access(tun).then(
        () => true,
        () => false,
      )
      return isThere ? undefined : `there is no ${tun}: load the module tun`
    },
    start: async (settings, signal) => {
      await removeContainer(api, settings.name, signal)
      await ensureEmptyImage(api, signal)
      const body = helperBody(settings, await toolboxOf(api, settings.container, signal))
      await createFrom(api, { name: settings.name, body, signal })
      await startContainer(api, settings.name, signal)
    },
    holdDisk: async ({ name, container, labels }, signal) => {
      await removeContainer(api, name, signal)
      if (!isReachable) throw notHeld('the container engine is not Docker on this machine')
      await site.ensureDisk(container, signal)
      const found = await demandInspected(api, container, signal)
      const disk = await heldDiskOf(found, site.execute)
      await ensureEmptyImage(api, signal)
      await begin(api, { name, body: diskHelperBody(labels, disk) }, signal)
    },
    holdVolume: async (settings, signal) => {
      const { name, volume, path, access } = settings
      const mode = access
      const folder = await mountedFolder(site.support, { name: volume, path, mode }, signal)
      await ensureEmptyImage(api, signal)
      await begin(api, { name, body: volumeHelperBody(settings, folder) }, signal)
    },
    remove: (name, signal) => removeContainer(api, name, signal),
    list: async (label, signal) => {
      const query = { all: true, filters: JSON.stringify({ label: [label, helperLabel] }) }
      const listed = await api.json({ method: 'GET', path: '/containers/json', query, signal })
      return ContainerList.parse(listed).map(({ Id, Labels }) => ({ id: Id, labels: Labels ?? {} }))
    },
  }
}

async function begin(
  api: EngineApi,
  { name, body }: { name: string; body: Record<string, unknown> },
  signal: AbortSignal,
): Promise<void> {
  await createFrom(api, { name, body, signal })
  try {
    await startContainer(api, name, signal)
  } catch (cause) {
    await removeContainer(api, name, signal)
    throw cause
  }
}

/** Returns the mount with the toolbox of a container: its volume stays for as long as the container does. */
async function toolboxOf(
  api: EngineApi,
  container: string,
  signal: AbortSignal,
): Promise<HelperMount> {
  const found = toolboxMountOf(await demandInspected(api, container, signal))
  if (found !== undefined) return found
  const text = 'The container has no toolbox, which the network of a cluster needs.'
  throw new RuntimeFailure('start_failed', text)
}
