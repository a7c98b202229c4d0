import { createHash } from 'node:crypto'
import type { RenderChunkSpec, SceneHeld, StopChunk } from '@gridloom/contract/agent/rendering'
import { renderingCalls, type SceneKind } from '@gridloom/contract/agent/rendering-calls'
import type { MachineId, RenderChunkId } from '@gridloom/contract/core/ids'
import type { Sha256 } from '@gridloom/contract/core/values'
import { answerBounds } from '../../agents/index.ts'
import type { RenderingCtx } from '../ctx.ts'

const callTimeoutMs = 15_000
/** The timeout for sending one segment of a scene. */
const segmentTimeoutMs = 180_000
const logBytesMax = 512 * 1024

/** Asks a machine how much of a scene it has. */
export function readSceneHeld(
  ctx: RenderingCtx,
  machineId: MachineId,
  scene: string,
): Promise<SceneHeld> {
  return ctx.agents.call(machineId, renderingCalls.readScene, {
    params: { scene },
    signal: ctx.signal,
    timeoutMs: callTimeoutMs,
  })
}

export interface SceneSegment {
  scene: Sha256
  kind: SceneKind
  offset: number
  /** The size of the whole scene in bytes. */
  size: number
  bytes: AsyncIterable<Uint8Array>
}

/** Sends bytes of a scene from an offset on. */
export function sendSceneSegment(
  ctx: RenderingCtx,
  machineId: MachineId,
  { scene, kind, offset, size, bytes }: SceneSegment,
): Promise<SceneHeld> {
  return ctx.agents.call(machineId, renderingCalls.sendScene, {
    params: { scene },
    query: { offset, size, kind },
    bytes,
    signal: ctx.signal,
    timeoutMs: segmentTimeoutMs,
  })
}

export async function sendChunk(
  ctx: RenderingCtx,
  machineId: MachineId,
  spec: RenderChunkSpec,
): Promise<void> {
  await ctx.agents.call(machineId, renderingCalls.sendChunk, {
    params: { chunk: spec.chunk_id },
    body: spec,
    signal: ctx.signal,
    timeoutMs: callTimeoutMs,
  })
}

/** One chunk on one machine. */
export interface ChunkOnMachine {
  machineId: MachineId
  chunkId: RenderChunkId
}

export async function sendStop(
  ctx: RenderingCtx,
  { machineId, chunkId }: ChunkOnMachine,
  mode: StopChunk['mode'],
): Promise<void> {
  await ctx.agents.call(machineId, renderingCalls.stopChunk, {
    params: { chunk: chunkId },
    body: { mode },
    signal: ctx.signal,
    timeoutMs: callTimeoutMs,
  })
}

/** Notifies a machine that parts are settled: it may delete their files. */
export async function sendTaken(
  ctx: RenderingCtx,
  { machineId, chunkId }: ChunkOnMachine,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return
  await ctx.agents.call(machineId, renderingCalls.takeFiles, {
    params: { chunk: chunkId },
    body: { keys: [...keys] },
    signal: ctx.signal,
    timeoutMs: callTimeoutMs,
  })
}

/** Reads a log in parts, at most half a megabyte in all. */
export async function* readLog(
  ctx: RenderingCtx,
  { machineId, chunkId }: ChunkOnMachine,
): AsyncGenerator<Uint8Array> {
  let left = logBytesMax
  for await (const bytes of ctx.agents.download(machineId, renderingCalls.readLog, {
    params: { chunk: chunkId },
    bounds: answerBounds.renderLog,
    signal: ctx.signal,
  })) {
    yield bytes.subarray(0, left)
    left -= bytes.length
    if (left <= 0) return
  }
}

export interface FileOnMachine extends ChunkOnMachine {
  name: string
  bytesMax: number
}

/** Thrown when a machine sends more than it announced. */
export class TooManyBytes extends Error {
  override readonly name = 'TooManyBytes'
}

/** Downloads a file of a machine into the file store and hashes it. @throws TooManyBytes, Refused */
export async function downloadFile(
  ctx: RenderingCtx,
  { machineId, chunkId, name, bytesMax }: FileOnMachine,
  key: string,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  const bounds = { ...answerBounds.file, totalMs: segmentTimeoutMs }
  const { signal } = ctx
  const call = { params: { chunk: chunkId, file: name }, bounds, signal }
  async function* hashed() {
    for await (const some of ctx.agents.download(machineId, renderingCalls.readFile, call)) {
      bytes += some.length
      if (bytes > bytesMax) throw new TooManyBytes(`more than ${bytesMax} bytes`)
      hash.update(some)
      yield some
    }
  }
  await ctx.files.put(key, hashed(), signal)
  return { bytes, sha256: hash.digest('hex') }
}
