import { join } from 'node:path'
import { packTar } from '../pack-tar.ts'
import type { NetworkSettings } from '../port.ts'
import {
  createFrom,
  demandInspected,
  inspectRaw,
  removeContainer,
  startContainer,
} from './containers.ts'
import type { InstanceDisks } from './disks/index.ts'
import type { EngineApi } from './engine-api.ts'
import type { Inspected } from './engine-shapes.ts'
import { imageId, importImage } from './images.ts'
import { rejoinNetwork } from './networks.ts'
import { pauseBody, pauseImage, pauseLabel, pausePath } from './pause-body.ts'

/**
 * A pause container does nothing but hold the network namespace of a network that is made ahead: a container that joins
 * it starts in a third of the time, and keeps its address when it starts again. It is called like its network. As the
 * two share the files in `/etc` that the engine writes, it is used only where the engine's disks are bounded.
 */
export interface PauseContainers {
  /** Creates and starts the pause container of a network that exists; does nothing if it runs. */
  ensure(network: NetworkSettings, signal: AbortSignal): Promise<void>
  /** Removes it, if there is one. */
  remove(network: string, signal: AbortSignal): Promise<void>
}

/** The disks of a local engine, and its data folder. */
export interface EngineDisks {
  disks: Pick<InstanceDisks, 'boundNetworkFiles' | 'keepNetworkFiles'>
  engineRoot: string
}

export interface PauseOptions {
  /** Resolves to `undefined` while disks are not bounded. */
  localDisks(signal: AbortSignal): Promise<EngineDisks | undefined>
  /** The program that pause containers run; `undefined` where there is none. */
  program: Buffer | undefined
}

export function createPauseContainers(
  api: EngineApi,
  { localDisks, program }: PauseOptions,
): PauseContainers {
  let importing: Promise<void> | undefined

  /** Imports the image where it is missing: once at a time, as networks are made side by side. */
  async function ensureImage(file: Buffer, signal: AbortSignal): Promise<void> {
    if ((await imageId(api, pauseImage, signal)) !== undefined) return
    importing ??= importProgram(api, file, signal).finally(() => {
      importing = undefined
    })
    await importing
  }

  async function create(network: NetworkSettings, file: Buffer, signal: AbortSignal) {
    await ensureImage(file, signal)
    await createFrom(api, { name: network.name, body: pauseBody(network), signal })
    return demandInspected(api, network.name, signal)
  }

  return {
    ensure: async (network, signal) => {
      const local = await localDisks(signal)
      if (local === undefined || program === undefined) return
      const { name } = network
      const found = (await findPause(api, name, signal)) ?? (await create(network, program, signal))
      if (found.State.Running) return
      const folder = join(local.engineRoot, 'containers', found.Id)
      await local.disks.boundNetworkFiles(folder, signal)
      if (found.State.StartedAt !== null) {
        // Its network may have been removed and created again while it did not run.
        await rejoinNetwork(api, { container: name, network: name, signal })
      }
      await startContainer(api, name, signal)
      await local.disks.keepNetworkFiles(folder)
    },
    remove: async (network, signal) => {
      if ((await findPause(api, network, signal)) !== undefined) {
        await removeContainer(api, network, signal)
      }
    },
  }
}

/** Returns the pause container of a network; `undefined` if it has none. */
export async function findPause(
  api: EngineApi,
  network: string,
  signal: AbortSignal,
): Promise<Inspected | undefined> {
  const found = await inspectRaw(api, network, signal)
  return found?.Config.Labels?.[pauseLabel] === undefined ? undefined : found
}

async function importProgram(api: EngineApi, file: Buffer, signal: AbortSignal): Promise<void> {
  const archive = await packTar([{ name: pausePath.slice(1), mode: 0o755, content: file }])
  const stream = (async function* () {
    yield archive
  })()
  const kind = 'root_file_system'
  await importImage(api, { kind, image: pauseImage, changes: [], stream }, signal)
}
