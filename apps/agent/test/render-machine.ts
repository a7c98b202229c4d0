import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { systemClock } from '@gridloom/async/clock'
import { createTestClock, type TestClock } from '@gridloom/async/test-clock'
import type { ChunkReport } from '@gridloom/contract/agent/rendering'
import type { SceneKind } from '@gridloom/contract/agent/rendering-calls'
import type { RenderChunkId } from '@gridloom/contract/core/ids'
import type { Sha256 } from '@gridloom/contract/core/values'
import type { DiskSpace } from '../src/host/disk-space.ts'
import { openRendering, type Rendering } from '../src/rendering/index.ts'
import { createFakeRenderer, type FakeRenderer } from './fake-renderer.ts'
import { bytesOf, contentHashOf } from './render-builders.ts'

/** All of rendering except Blender, over a real folder, on a clock that the test advances. */
export interface RenderMachine extends AsyncDisposable {
  dataDir: string
  clock: TestClock
  blender: FakeRenderer
  rendering: Rendering
  /** The reported space of the disk; change it to fill the disk. */
  disk: DiskSpace
  /** Each report of a chunk, in the order of its publication. */
  reported: ChunkReport[]
  failures: unknown[]
  /** Uploads a whole scene. */
  send(content: Uint8Array, kind?: SceneKind): Promise<Sha256>
  /** Uploads a small scene. */
  aScene(name?: string): Promise<Sha256>
  report(id: RenderChunkId): ChunkReport
  /** Waits until `find` returns a value. Errors: it does not within 4.5 s. */
  until<T>(find: () => T | undefined | false): Promise<T>
  ended(id: RenderChunkId): Promise<ChunkReport>
  /** Waits for the picture in progress. */
  making(key: string): Promise<NonNullable<ReturnType<FakeRenderer['making']>>>
  /** Ends rendering as a stop of the agent does, and starts it again over the same folder. */
  restart(): Promise<void>
}

/** A disk that is busy with other work responds late, but not later than this. */
const untilMsMax = 4_500

export interface RenderMachineOptions {
  sceneBytesMax?: number
  /** Delays every reading of the disk space. */
  beforeDisk?: () => Promise<void>
}

export async function startRenderMachine(
  options: RenderMachineOptions = {},
): Promise<RenderMachine> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gridloom-render-'))
  const clock = createTestClock()
  const blender = createFakeRenderer()
  const disk = { totalBytes: 1e12, freeBytes: 5e11 }
  const reported: ChunkReport[] = []
  const failures: unknown[] = []

  async function begin(): Promise<Rendering> {
    const begun = await openRendering(
      {
        renderer: blender,
        threads: 2,
        readFingerprint: async () => 'blender',
        readDisk: async () => {
          await options.beforeDisk?.()
          return disk
        },
        sceneBytesMax: options.sceneBytesMax,
      },
      { dataDir, clock, onFailure: (cause) => void failures.push(cause) },
    )
    begun.onChunk((report) => reported.push(report))
    return begun
  }

  let rendering = await begin()

  async function send(content: Uint8Array, kind: SceneKind = 'blend'): Promise<Sha256> {
    const scene = contentHashOf(content)
    const sending = { scene, offset: 0, size: content.length, kind }
    await rendering.scenes.receive(sending, partsOf(content), new AbortController().signal)
    return scene
  }

  async function until<T>(find: () => T | undefined | false): Promise<T> {
    const endMs = systemClock.monotonicMs() + untilMsMax
    while (systemClock.monotonicMs() < endMs) {
      const found = find()
      if (found !== undefined && found !== false) return found
      await turn()
    }
    throw new Error(`it never came; ${JSON.stringify(rendering.chunks.reports())}`)
  }

  const find = (id: RenderChunkId) =>
    rendering.chunks.reports().find(({ chunk_id }) => chunk_id === id)

  return {
    dataDir,
    clock,
    blender,
    get rendering() {
      return rendering
    },
    disk,
    reported,
    failures,
    send,
    aScene: (name = 'scene') => send(bytesOf(`BLENDER ${name}`)),
    report: (id) => {
      const found = find(id)
      if (found === undefined) throw new Error(`no report of ${id}`)
      return found
    },
    until,
    ended: (id) => until(() => [find(id)].find((it) => it?.phase === 'ended')),
    making: (key) => until(() => [blender.making()].find((it) => it?.key === key)),
    restart: async () => {
      await rendering[Symbol.asyncDispose]()
      rendering = await begin()
    },
    [Symbol.asyncDispose]: async () => {
      await rendering[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true })
    },
  }
}

/** Yields content in small parts, as it arrives from a network. */
export async function* partsOf(
  content: Uint8Array,
  partBytes = 65_536,
): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < content.length; from += partBytes) {
    yield content.subarray(from, from + partBytes)
  }
}
