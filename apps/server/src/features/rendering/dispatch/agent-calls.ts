import { createHash } from 'node:crypto'
import type { StopChunk } from '@gridloom/contract/agent/rendering'
import { type RenderChunkSpec, renderPaths, SceneHeld } from '@gridloom/contract/agent/rendering'
import type { MachineId, RenderChunkId } from '@gridloom/contract/core/ids'
import { z } from 'zod'
import { answerBounds } from '../../agents/index.ts'
import type { RenderingCtx } from '../ctx.ts'

const callTimeoutMs = 15_000
/** A stretch of a scene that takes longer than this came to a stand. */
const stretchTimeoutMs = 180_000
const logBytesMax = 512 * 1024

/** How much of a scene a machine holds. */
export function readSceneHeld(
  ctx: RenderingCtx,
  machineId: MachineId,
  scene: string,
): Promise<SceneHeld> {
  return ctx.agents.call({
    machineId,
    method: 'GET',
    path: scenePath(scene),
    schema: SceneHeld,
    signal: ctx.signal,
    timeoutMs: callTimeoutMs,
  })
}

export interface SceneStretch {
  scene: string
  kind: 'blend' | 'zip' | 'file'
  offset: number
  /** Of the whole scene. */
  size: number
  bytes: AsyncIterable<Uint8Array>
}

/** Sends bytes of a scene from an offset on. */
export function sendStretch(
  ctx: RenderingCtx,
  machineId: MachineId,
  { scene, kind, offset, size, bytes }: SceneStretch,
): Promise<SceneHeld> {
  return ctx.agents.call({
    machineId,
    method: 'PUT',
    path: scenePath(scene),
    query: { offset, size, kind },
    pieces: bytes,
    schema: SceneHeld,
    signal: ctx.signal,
    timeoutMs: stretchTimeoutMs,
  })
}

export async function sendChunk(
  ctx: RenderingCtx,
  machineId: MachineId,
  spec: RenderChunkSpec,
): Promise<void> {
  await ctx.agents.call({
    machineId,
    method: 'PUT',
    path: chunkPath('chunk', spec.chunk_id),
    body: spec,
    schema: z.unknown(),
    signal: ctx.signal,
    timeoutMs: callTimeoutMs,
  })
}

/** Where one chunk is on one machine. */
export interface OnMachine {
  machineId: MachineId
  chunkId: RenderChunkId
}

export async function sendStop(
  ctx: RenderingCtx,
  { machineId, chunkId }: OnMachine,
  mode: StopChunk['mode'],
): Promise<void> {
  await post(ctx, { machineId, path: chunkPath('stop', chunkId), body: { mode } })
}

/** Says that pieces are settled here: their files may be deleted. */
export async function sendTaken(
  ctx: RenderingCtx,
  { machineId, chunkId }: OnMachine,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return
  await post(ctx, { machineId, path: chunkPath('taken', chunkId), body: { keys } })
}

/** Bytes of a log in pieces, at most half a megabyte of them. */
export async function* readLog(
  ctx: RenderingCtx,
  { machineId, chunkId }: OnMachine,
): AsyncGenerator<Uint8Array> {
  const path = chunkPath('log', chunkId)
  let left = logBytesMax
  for await (const bytes of ctx.agents.download({
    machineId,
    method: 'GET',
    path,
    bounds: answerBounds.renderLog,
    signal: ctx.signal,
  })) {
    yield bytes.subarray(0, left)
    left -= bytes.length
    if (left <= 0) return
  }
}

export interface FileOnMachine extends OnMachine {
  name: string
  bytesMax: number
}

/** More came than the machine had said. */
export class TooManyBytes extends Error {
  override readonly name = 'TooManyBytes'
}

/** Brings a file of a machine into the store of files while hashing it. @throws TooManyBytes, Refused */
export async function downloadFile(
  ctx: RenderingCtx,
  { machineId, chunkId, name, bytesMax }: FileOnMachine,
  key: string,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  const path = renderPaths.file.replace('{chunk}', chunkId).replace('{file}', name)
  const bounds = { ...answerBounds.file, totalMs: stretchTimeoutMs }
  const { signal } = ctx
  const call = { machineId, method: 'GET', path, bounds, signal } as const
  async function* hashed() {
    for await (const some of ctx.agents.download(call)) {
      bytes += some.length
      if (bytes > bytesMax) throw new TooManyBytes(`more than ${bytesMax} bytes`)
      hash.update(some)
      yield some
    }
  }
  await ctx.files.put(key, hashed(), signal)
  return { bytes, sha256: hash.digest('hex') }
}

function post(
  ctx: RenderingCtx,
  call: { machineId: MachineId; path: string; body: unknown },
): Promise<unknown> {
  return ctx.agents.call({
    ...call,
    method: 'POST',
    schema: z.unknown(),
    signal: ctx.signal,
    timeoutMs: callTimeoutMs,
  })
}

function scenePath(scene: string): string {
  return renderPaths.scene.replace('{scene}', scene)
}

function chunkPath(kind: 'chunk' | 'stop' | 'taken' | 'log', chunkId: RenderChunkId): string {
  return renderPaths[kind].replace('{chunk}', chunkId)
}
