import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '@gridloom/async/clock'
import type { RenderingReport } from '@gridloom/contract/agent/protocol'
import type { ChunkReport } from '@gridloom/contract/agent/rendering'
import { diskOf, type ReadDisk } from '../host/disk-space.ts'
import { type CapabilityWatch, watchCapability } from './capability.ts'
import { type ChunkQueue, openChunkQueue } from './chunk-queue.ts'
import type { Renderer } from './renderer.ts'
import { openSceneStore, type SceneStore } from './scene-store.ts'

/** The renderer of a machine, and its share of processors and disk. */
export interface RenderingOptions {
  renderer: Renderer
  /** Processors that one Blender uses. */
  threads: number
  /** Changes when a Blender is installed, removed or replaced. */
  readFingerprint(): Promise<string>
  /** The most disk space that scenes may take; a tenth of the disk by default. */
  sceneBytesMax?: number | undefined
  /** The disk of the data folder by default. */
  readDisk?: ReadDisk
}

/** Rendering on this machine; the link to the control plane uses this interface. */
export interface Rendering {
  scenes: Pick<SceneStore, 'held' | 'receive'>
  chunks: Omit<ChunkQueue, typeof Symbol.asyncDispose>
  report(): RenderingReport
  /** Calls back when the capability or the ready scenes changed; returns a function that ends the callbacks. */
  onChange(listener: () => void): () => void
  onChunk(listener: (report: ChunkReport) => void): () => void
  [Symbol.asyncDispose](): Promise<void>
}

export interface RenderingPlace {
  dataDir: string
  clock: Clock
  onFailure(cause: unknown): void
}

/** How often the free space is checked: other programs fill the disk too. */
const tidyEveryMs = 60_000

/** Opens `<dataDir>/render` with what an earlier agent left there, and starts to probe Blender. */
export async function openRendering(
  options: RenderingOptions,
  place: RenderingPlace,
): Promise<Rendering> {
  const { clock, onFailure } = place
  const folder = join(place.dataDir, 'render')
  await mkdir(folder, { recursive: true })
  await using parts = new AsyncDisposableStack()
  let queue: ChunkQueue | undefined
  const scenes = parts.use(
    await openSceneStore({
      folder: join(folder, 'scenes'),
      readDisk: options.readDisk ?? diskOf(folder),
      quotaBytes: options.sceneBytesMax,
      isNeeded: (scene) => queue?.needs(scene) ?? true,
      clock,
    }),
  )
  const watched = { ...options, ...place, path: join(folder, 'capability.json') }
  const isBusy = () => queue?.isBusy() ?? false
  const capability = parts.use(await watchCapability({ ...watched, isBusy }))
  const work = { ...options, ...place, folder: join(folder, 'chunks'), scenes }
  const canaryDevice = () => deviceOf(capability)
  const chunks = parts.use(await openChunkQueue({ ...work, canaryDevice }))
  queue = chunks
  parts.defer(clock.every(tidyEveryMs, () => void scenes.makeRoom(0).catch(onFailure)))
  return renderingOf({ scenes, chunks, capability, end: parts.move() })
}

interface RenderingParts {
  scenes: SceneStore
  chunks: ChunkQueue
  capability: CapabilityWatch
  end: AsyncDisposableStack
}

function renderingOf({ scenes, chunks, capability, end }: RenderingParts): Rendering {
  return {
    scenes,
    chunks,
    report: () => ({
      ...capability.current(),
      scenes: scenes.ready(),
      chunks: chunks.reports(),
    }),
    onChange: (listener) => {
      const endings = [capability.onChange(listener), scenes.onChange(listener)]
      return () => {
        for (const stop of endings) stop()
      }
    },
    onChunk: chunks.onChange,
    [Symbol.asyncDispose]: () => end.disposeAsync(),
  }
}

/** Returns the device for the canary: machines with a GPU render on it. */
function deviceOf(capability: CapabilityWatch): 'cpu' | 'gpu' {
  const devices = capability.current().capability?.devices ?? []
  return devices.some(({ kind }) => kind !== 'cpu') ? 'gpu' : 'cpu'
}
