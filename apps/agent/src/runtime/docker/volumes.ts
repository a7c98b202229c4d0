import type { Timers } from '@gridloom/async/clock'
import { withDeadline } from '@gridloom/async/deadline'
import type { EngineVolumes, VolumeContent } from '../port.ts'
import { isRefusal } from './container-failures.ts'
import { createFrom, hasPath, removeContainer } from './containers.ts'
import { emptyImage, ensureEmptyImage } from './empty-image.ts'
import type { EngineApi } from './engine-api.ts'
import { VolumeInspected, VolumeList } from './engine-shapes.ts'

/** Unpacking an archive on a slow disk. */
const fillIdleMs = 120_000

interface VolumeMaker {
  api: EngineApi
  clock: Timers
}

export function createVolumes(maker: VolumeMaker): EngineVolumes {
  const { api } = maker
  return {
    fill: (content, signal) => fillVolume(maker, content, signal),
    createdAt: (name, signal) => createdAt(api, name, signal),
    list: async (label, signal) => {
      const query = { filters: JSON.stringify({ label: [label] }) }
      const listed = await api.json({ method: 'GET', path: '/volumes', query, signal })
      return (VolumeList.parse(listed).Volumes ?? []).map(({ Name }) => Name)
    },
    remove: async (name, signal) => {
      try {
        await api.json({ method: 'DELETE', path: `/volumes/${name}`, signal })
      } catch (cause) {
        // 404: it is gone; 409: a container has it, so it stays.
        if (!isRefusal(cause, 404) && !isRefusal(cause, 409)) throw cause
      }
    },
  }
}

async function createdAt(
  api: EngineApi,
  name: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const found = await api.json({ method: 'GET', path: `/volumes/${name}`, signal })
    return VolumeInspected.parse(found).CreatedAt ?? ''
  } catch (cause) {
    if (isRefusal(cause, 404)) return undefined
    throw cause
  }
}

/**
 * Fills a volume through a container that never runs. The archive is unpacked in its order, so the last file is there
 * only if all are. A fill that broke off is repeated over what it left; of two agents that fill the same volume, each
 * writes the same files.
 */
async function fillVolume(
  { api, clock }: VolumeMaker,
  content: VolumeContent,
  signal: AbortSignal,
): Promise<void> {
  const { name, labels, through, mountedAt, lastFile } = content
  await ensureEmptyImage(api, signal)
  const volume = { Name: name, Driver: 'local', Labels: labels }
  await api.json({ method: 'POST', path: '/volumes/create', body: volume, signal })
  await removeContainer(api, through, signal)
  const mount = { Type: 'volume', Source: name, Target: mountedAt, VolumeOptions: { NoCopy: true } }
  const body = {
    Image: emptyImage,
    Cmd: ['/none'],
    Labels: labels,
    HostConfig: { NetworkMode: 'none', Mounts: [mount] },
  }
  await createFrom(api, { name: through, body, signal })
  try {
    const last = { name: through, path: `${mountedAt}/${lastFile}` }
    if (await hasPath(api, last, signal)) return
    const path = `/containers/${through}/archive`
    const archive = await content.open()
    const query = { path: '/' }
    await api.json({ method: 'PUT', path, query, archive, signal, idleMs: fillIdleMs })
    if (!(await hasPath(api, last, signal))) throw new VolumeNotFilled(name)
  } finally {
    // Also after an abort: the container would hold the volume.
    await withDeadline(clock, { ms: fillIdleMs }, (late) => removeContainer(api, through, late))
  }
}

/** The engine accepted an archive, and its last file is not in the volume. */
class VolumeNotFilled extends Error {
  override readonly name = 'VolumeNotFilled'

  constructor(volume: string) {
    super(`The engine did not unpack the whole archive into ${volume}.`)
  }
}
