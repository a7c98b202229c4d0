import { SnapshotImageConfig } from '@gridloom/contract/agent/snapshots'
import type { Execute } from '../../../host/execute.ts'
import type { EngineLayers, ImageLayers } from '../../layer-port.ts'
import { findEngineProcess } from '../disks/engine-process.ts'
import { type EngineApi, EngineRefused } from '../engine-api.ts'
import { ContainerWithLayer, ImageWithLayers } from '../engine-shapes.ts'
import { layerTar } from './layer-tar.ts'
import { readFolder, tarObstacle } from './read-folder.ts'

const callIdleMs = 30_000

/**
 * Reads layers from the folders of overlayfs: the engine itself gives out whole images only, and commits a container by
 * copying all that it wrote. `isReachable`: the engine is one of this machine, and this process may read its files.
 */
export function createLayers(
  api: EngineApi,
  { execute, isReachable }: { execute: Execute; isReachable: boolean },
): EngineLayers {
  async function engine() {
    const found = isReachable ? await findEngineProcess(execute) : undefined
    if (found === undefined) throw new TypeError('the files of the engine are not on this machine')
    return found
  }

  async function ask(method: 'GET' | 'POST', path: string, signal: AbortSignal): Promise<unknown> {
    try {
      return await api.json({ method, path, signal, idleMs: callIdleMs })
    } catch (cause) {
      // 404: there is none; 409: a container is paused or not.
      const isAnswer = cause instanceof EngineRefused && [404, 409].includes(cause.status)
      if (isAnswer) return cause
      throw cause
    }
  }

  return {
    obstacle: async (signal) => {
      if (!isReachable) return 'the agent does not run as root beside the container engine'
      if ((await findEngineProcess(execute)) === undefined)
        return 'the process of Docker was not found'
      return tarObstacle(execute, signal)
    },
    ofImage: async (image, signal) => {
      const answer = await ask('GET', `/images/${image}/json`, signal)
      return answer instanceof EngineRefused ? undefined : layersOf(ImageWithLayers.parse(answer))
    },
    ofContainer: async (name, signal) => {
      const answer = await ask('GET', `/containers/${name}/json`, signal)
      if (answer instanceof EngineRefused) return undefined
      const { Image, GraphDriver } = ContainerWithLayer.parse(answer)
      const folder = GraphDriver?.Name === 'overlay2' ? GraphDriver.Data?.UpperDir : undefined
      return { imageId: Image, folder: folder ?? '' }
    },
    read: async function* (folder, signal) {
      const { inside } = await engine()
      yield* layerTar(readFolder(inside, folder, signal))
    },
    pause: async (name, signal) =>
      !((await ask('POST', `/containers/${name}/pause`, signal)) instanceof EngineRefused),
    resume: async (name, signal) => void (await ask('POST', `/containers/${name}/unpause`, signal)),
  }
}

const architectures: Readonly<Record<string, string>> = { amd64: 'x64', arm64: 'arm64' }

function layersOf(image: ImageWithLayers): ImageLayers {
  const { Config: config, GraphDriver: driver } = image
  const below = driver?.Name === 'overlay2' ? driver.Data : undefined
  const lower = below?.LowerDir?.split(':').reverse() ?? []
  return {
    diffIds: (image.RootFS?.Layers ?? []).map((id) => id.replace(/^sha256:/, '')),
    folders: below?.UpperDir === undefined ? [] : [...lower, below.UpperDir],
    isOfRegistry: (image.RepoDigests ?? []).length > 0,
    hasVolumes: Object.keys(config?.Volumes ?? {}).length > 0,
    labels: config?.Labels ?? {},
    config: SnapshotImageConfig.parse({
      User: config?.User ?? '',
      Env: config?.Env ?? [],
      Entrypoint: config?.Entrypoint ?? null,
      Cmd: config?.Cmd ?? null,
      WorkingDir: config?.WorkingDir ?? '',
      StopSignal: config?.StopSignal ?? '',
    }),
    architecture: architectures[image.Architecture ?? ''],
  }
}
