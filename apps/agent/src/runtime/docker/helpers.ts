import { access } from 'node:fs/promises'
import { RuntimeFailure } from '../failure.ts'
import type { EngineHelpers } from '../helper-port.ts'
import { createFrom, demandInspected, removeContainer, startContainer } from './containers.ts'
import { ensureEmptyImage } from './empty-image.ts'
import type { EngineApi } from './engine-api.ts'
import { ContainerList } from './engine-shapes.ts'
import { type HelperMount, helperBody, helperLabel, toolboxPath, tun } from './helper-body.ts'

/** Helpers share the network namespace of another container. Its files they neither see nor run. */
export function createHelpers(
  api: EngineApi,
  { isReachable }: { isReachable: boolean },
): EngineHelpers {
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
    remove: (name, signal) => removeContainer(api, name, signal),
    list: async (label, signal) => {
      const query = { all: true, filters: JSON.stringify({ label: [label, helperLabel] }) }
      const listed = await api.json({ method: 'GET', path: '/containers/json', query, signal })
      return ContainerList.parse(listed).map(({ Id, Labels }) => ({ id: Id, labels: Labels ?? {} }))
    },
  }
}

/** Returns the mount with the toolbox of a container: its volume stays for as long as the container does. */
async function toolboxOf(
  api: EngineApi,
  container: string,
  signal: AbortSignal,
): Promise<HelperMount> {
  const { Mounts } = await demandInspected(api, container, signal)
  const found = Mounts?.find(({ Destination }) => Destination === toolboxPath)
  const source = found?.Name || found?.Source
  if (found !== undefined && source) return { type: found.Type, source }
  const text = 'The container has no toolbox, which the network of a cluster needs.'
  throw new RuntimeFailure('start_failed', text)
}
