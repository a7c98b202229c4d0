import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { RenderingReport } from '@gridloom/contract/agent/protocol'
import type { ChunkReport } from '@gridloom/contract/agent/rendering'
import type { Clock } from '../host/clock.ts'
import { watchCapability } from './capability.ts'
import { type ChunkQueue, openChunkQueue } from './chunk-queue.ts'
import { diskOf, type ReadDisk } from './disk.ts'
import type { Renderer } from './renderer.ts'
import { openSceneStore, type SceneStore } from './scene-store.ts'

/** What a machine renders with. */
export interface RenderingOptions {
  renderer: Renderer
  /** Processors that one Blender uses. */
  threads: number
  /** Changes with what renders: a Blender that was put in, taken away or replaced. */
  readFingerprint(): Promise<string>
  /** What scenes may take of the disk; a tenth of it unless told. */
  sceneBytesMax?: number | undefined
  /** The disk of the data folder unless told. */
  readDisk?: ReadDisk
}

/** All of rendering on this machine. The link serves the control plane from this face alone. */
export interface Rendering {
  scenes: Pick<SceneStore, 'held' | 'receive'>
  chunks: Omit<ChunkQueue, typeof Symbol.asyncDispose>
  report(): RenderingReport
  /** Calls back when what it can, or the scenes it holds, changed; returns how to end that. */
  onChange(listener: () => void): () => void
  onChunk(listener: (report: ChunkReport) => void): () => void
  [Symbol.asyncDispose](): Promise<void>
}

export interface RenderingPlace {
  dataDir: string
  clock: Clock
  onFailure(cause: unknown): void
}

/** Opens what an agent before this one left under `<dataDir>/render`, and begins to find out what Blender can. */
export async function openRendering(
  { renderer, threads, readFingerprint, sceneBytesMax, ...options }: RenderingOptions,
  { dataDir, clock, onFailure }: RenderingPlace,
): Promise<Rendering> {
  const folder = join(dataDir, 'render')
  await mkdir(folder, { recursive: true })
  await using parts = new AsyncDisposableStack()
  let chunks: ChunkQueue | undefined
  const scenes = await openSceneStore({
    folder: join(folder, 'scenes'),
    readDisk: options.readDisk ?? diskOf(folder),
    quotaBytes: sceneBytesMax,
    isNeeded: (scene) => chunks?.needs(scene) ?? true,
    clock,
  })
  const capability = parts.use(
    await watchCapability({
      path: join(folder, 'capability.json'),
      renderer,
      readFingerprint,
      isBusy: () => chunks?.isBusy() ?? false,
      clock,
      onFailure,
    }),
  )
  const canaryDevice = () => {
    const devices = capability.current().capability?.devices ?? []
    return devices.some(({ kind }) => kind !== 'cpu') ? 'gpu' : 'cpu'
  }
  const queue = parts.use(
    await openChunkQueue({
      folder: join(folder, 'chunks'),
      renderer,
      scenes,
      threads,
      canaryDevice,
      clock,
      onFailure,
    }),
  )
  chunks = queue
  parts.defer(clock.every(tidyEveryMs, () => void scenes.makeRoom(0).catch(onFailure)))
  const open = parts.move()
  return {
    scenes,
    chunks: queue,
    report: () => ({
      ...capability.current(),
      scenes: scenes.ready(),
      chunks: queue.reports(),
    }),
    onChange: (listener) => {
      const endings = [capability.onChange(listener), scenes.onChange(listener)]
      return () => {
        for (const end of endings) end()
      }
    },
    onChunk: queue.onChange,
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

/** How often it is looked whether the disk got low by something else. */
const tidyEveryMs = 60_000
