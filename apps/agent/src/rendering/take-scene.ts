import type { Clock } from '@gridloom/async/clock'
import type { SceneHeld } from '@gridloom/contract/agent/rendering'
import type { SceneKind } from '@gridloom/contract/agent/rendering-calls'
import type { Sha256 } from '@gridloom/contract/core/values'
import { gb, isDiskFullError } from '../host/disk-space.ts'
import { AgentRefused } from '../refused.ts'
import { createContentHasher } from './content-hash.ts'
import { finishScene, hashLying, writeBytes } from './receive-scene.ts'
import { filesOf, makeOpenFolder } from './scene-files.ts'
import type { IndexedScene, SceneIndex, SceneWriter } from './scene-index.ts'

export interface SceneSending {
  scene: Sha256
  offset: number
  /** Bytes of the whole scene, as it is sent. */
  size: number
  kind: SceneKind
}

export interface Incoming {
  bytes: AsyncIterable<Uint8Array>
  /** Aborts when the caller has left. */
  signal: AbortSignal
}

export interface ReceiveContext {
  index: SceneIndex
  folder: string
  clock: Clock
  /** Aborts when the agent stops: the next one continues with the bytes on the disk. */
  closing: AbortSignal
  onReady(): void
  /** Called when a scene turns out to be unusable after its sender got an answer. */
  onBroken(scene: Sha256, cause: unknown): void
}

/** Unpacking that takes longer than this (a zip of many gigabytes) continues after the answer. */
export const unpackingAnsweredMs = 10_000

/**
 * Receives a scene from `offset` on, which must not be beyond the bytes that are there; bytes from before an
 * interruption stay. One writer at a time; a writer whose caller has left ends as soon as it notices. Throws
 * `AgentRefused`: `invalid_input` for bytes that are not the scene (they are deleted), `state_conflict` for another
 * offset or while another call sends it, `upstream_failed` if the disk has no space.
 */
export async function takeScene(
  ctx: ReceiveContext,
  sending: SceneSending,
  incoming: Incoming,
): Promise<SceneHeld> {
  const { index, clock } = ctx
  const indexed = index.take(sending.scene)
  if (indexed.writer !== undefined) {
    if (!indexed.writer.signal.aborted) {
      throw new AgentRefused(
        'state_conflict',
        'This scene is already being uploaded by another call.',
      )
    }
    if (await isSlow(indexed.writer, clock)) return heldOf(indexed)
    return takeScene(ctx, sending, incoming)
  }
  if (indexed.facts !== undefined) return heldOf(indexed)
  const whole = Promise.withResolvers<void>()
  const writing = receive(ctx, indexed, { sending, incoming, onWhole: whole.resolve })
  // @NOTE waiting for the end of a writer does not depend on its success
  const done = writing.then(nothing, nothing).finally(() => {
    indexed.writer = undefined
  })
  const writer = { signal: incoming.signal, whole: whole.promise, done }
  indexed.writer = writer
  if (!(await isSlow(writer, clock))) return writing
  writing.catch((cause) => ctx.onBroken(sending.scene, cause))
  return heldOf(indexed)
}

export function heldOf(indexed: IndexedScene | undefined): SceneHeld {
  const ready = indexed?.facts !== undefined
  return { received_bytes: indexed?.receivedBytes ?? 0, ready }
}

/** Returns whether a writer that has all bytes still works on them after a while. */
async function isSlow({ whole, done }: SceneWriter, clock: Clock): Promise<boolean> {
  const over = new AbortController()
  const slow = whole
    .then(() => clock.sleep(unpackingAnsweredMs, over.signal))
    // @NOTE an aborted sleep means that the writer finished in time
    .then(
      () => true,
      () => false,
    )
  return Promise.race([done.then(() => false), slow]).finally(() => over.abort())
}

function nothing(): void {}

interface Receiving {
  sending: SceneSending
  incoming: Incoming
  /** Called once all bytes have arrived. */
  onWhole?: () => void
}

async function receive(
  ctx: ReceiveContext,
  indexed: IndexedScene,
  { sending, incoming, onWhole }: Receiving,
): Promise<SceneHeld> {
  const { index, folder, clock, closing } = ctx
  const { scene, offset, size, kind } = sending
  const files = filesOf(folder, scene)
  if (offset > indexed.receivedBytes || offset > size) {
    const text = `${indexed.receivedBytes} bytes of this scene were received. Continue from there.`
    throw new AgentRefused('state_conflict', text)
  }
  const allow = (more: number) => mustHaveRoom(index, more)
  try {
    await allow(size - offset)
    await makeOpenFolder(files.folder)
    await write(ctx, indexed, { sending, incoming })
    if (indexed.receivedBytes < size) return heldOf(indexed)
    onWhole?.()
    const digest = (indexed.hasher ?? createContentHasher()).digest()
    indexed.hasher = undefined
    const finishing = { scene, kind, files, at: clock.now(), allow, signal: closing }
    indexed.facts = await finishScene({ ...finishing, digest })
    ctx.onReady()
    return heldOf(indexed)
  } catch (cause) {
    const isWhole = indexed.receivedBytes === size
    if (!closing.aborted && (isWhole || isLost(cause))) await index.remove(scene)
    throw isDiskFullError(cause) ? diskFull(size, cause) : cause
  }
}

async function write(
  { folder, clock }: ReceiveContext,
  indexed: IndexedScene,
  { sending, incoming }: Receiving,
): Promise<void> {
  const files = filesOf(folder, indexed.scene)
  const { offset, size } = sending
  const known = indexed.hasher
  indexed.hasher = undefined
  const hasher = known?.bytes === offset ? known : await hashLying(files, offset)
  indexed.receivedBytes = offset
  const onWritten = (received: number) => {
    indexed.receivedBytes = received
    indexed.usedAtMs = clock.now().getTime()
  }
  try {
    await writeBytes({ files, offset, size, hasher, onWritten }, incoming.bytes)
  } finally {
    // Bytes that were written but not hashed (the disk failed in between) are read again by the next writer.
    if (hasher.bytes === indexed.receivedBytes) indexed.hasher = hasher
  }
}

/** Returns whether the received bytes are unusable: they are wrong, or the disk has no space for them. */
function isLost(cause: unknown): boolean {
  if (isDiskFullError(cause)) return true
  return cause instanceof AgentRefused && cause.code === 'invalid_input'
}

async function mustHaveRoom(index: SceneIndex, bytes: number): Promise<void> {
  if (!(await index.makeRoom(bytes))) throw diskFull(bytes)
}

function diskFull(bytes: number, cause?: unknown): AgentRefused {
  const text = `This machine does not have enough free disk space for a scene of ${gb(bytes)}.`
  return new AgentRefused('upstream_failed', text, { cause })
}
