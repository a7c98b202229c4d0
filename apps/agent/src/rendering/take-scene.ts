import type { Clock } from '@gridloom/async/clock'
import type { SceneHeld } from '@gridloom/contract/agent/rendering'
import type { SceneKind } from '@gridloom/contract/agent/rendering-calls'
import type { Sha256 } from '@gridloom/contract/core/values'
import { gb, isDiskFull } from '../host/disk-space.ts'
import { AgentRefused } from '../refused.ts'
import { createContentHasher } from './content-hash.ts'
import { finishScene, hashLying, writeBytes } from './receive-scene.ts'
import { filesOf, makeOpenFolder } from './scene-files.ts'
import type { SceneShelf, SceneWriter, ShelvedScene } from './scene-shelf.ts'

export interface SceneSending {
  scene: Sha256
  offset: number
  /** Of the whole scene, as it is sent. */
  size: number
  kind: SceneKind
}

export interface Incoming {
  bytes: AsyncIterable<Uint8Array>
  /** Aborts when the caller has left. */
  signal: AbortSignal
}

export interface Shelving {
  shelf: SceneShelf
  folder: string
  clock: Clock
  /** Aborts when the agent stops: the next one goes on with what lies there. */
  closing: AbortSignal
  onReady(): void
  /** Told of a scene that turned out to be of no use after its sender had his answer. */
  onBroken(scene: Sha256, cause: unknown): void
}

/** What takes longer than this once all bytes are there (a zip of many gigabytes) goes on after the answer. */
export const unpackingAnsweredMs = 10_000

/**
 * Goes on with a scene from `offset`, which must not lie beyond what is there; what came before a break stays. One
 * writer at a time; one whose caller has left makes way as soon as it has noticed.
 * Throws `AgentRefused`: `invalid_input` for bytes that are not the scene (they are deleted), `state_conflict`
 * for another offset or while another call sends it, `upstream_failed` where the disk has no room.
 */
export async function takeScene(
  shelving: Shelving,
  sending: SceneSending,
  incoming: Incoming,
): Promise<SceneHeld> {
  const { shelf, clock } = shelving
  const shelved = shelf.take(sending.scene)
  if (shelved.writer !== undefined) {
    if (!shelved.writer.signal.aborted) {
      throw new AgentRefused('state_conflict', 'Another call is sending this scene.')
    }
    if (await isSlow(shelved.writer, clock)) return heldOf(shelved)
    return takeScene(shelving, sending, incoming)
  }
  if (shelved.facts !== undefined) return heldOf(shelved)
  const whole = Promise.withResolvers<void>()
  const writing = receive(shelving, shelved, { sending, incoming, onWhole: whole.resolve })
  // @NOTE who waits for the end of a writer has no part in how it ended
  const done = writing.then(nothing, nothing).finally(() => {
    shelved.writer = undefined
  })
  const writer = { signal: incoming.signal, whole: whole.promise, done }
  shelved.writer = writer
  if (!(await isSlow(writer, clock))) return writing
  writing.catch((cause) => shelving.onBroken(sending.scene, cause))
  return heldOf(shelved)
}

export function heldOf(shelved: ShelvedScene | undefined): SceneHeld {
  const ready = shelved?.facts !== undefined
  return { received_bytes: shelved?.receivedBytes ?? 0, ready }
}

/** Whether a writer that has all bytes is still at work on them after a while. */
async function isSlow({ whole, done }: SceneWriter, clock: Clock): Promise<boolean> {
  const over = new AbortController()
  const slow = whole
    .then(() => clock.sleep(unpackingAnsweredMs, over.signal))
    // @NOTE an interrupted sleep means that it was done in time
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
  /** Called once all bytes are there. */
  onWhole?: () => void
}

async function receive(
  shelving: Shelving,
  shelved: ShelvedScene,
  { sending, incoming, onWhole }: Receiving,
): Promise<SceneHeld> {
  const { shelf, folder, clock, closing } = shelving
  const { scene, offset, size, kind } = sending
  const files = filesOf(folder, scene)
  if (offset > shelved.receivedBytes || offset > size) {
    const text = `There are ${shelved.receivedBytes} bytes of this scene here; go on from there.`
    throw new AgentRefused('state_conflict', text)
  }
  const allow = (more: number) => mustHaveRoom(shelf, more)
  try {
    await allow(size - offset)
    await makeOpenFolder(files.folder)
    await write(shelving, shelved, { sending, incoming })
    if (shelved.receivedBytes < size) return heldOf(shelved)
    onWhole?.()
    const digest = (shelved.hasher ?? createContentHasher()).digest()
    shelved.hasher = undefined
    const finishing = { scene, kind, files, at: clock.now(), allow, signal: closing }
    shelved.facts = await finishScene({ ...finishing, digest })
    shelving.onReady()
    return heldOf(shelved)
  } catch (cause) {
    const isWhole = shelved.receivedBytes === size
    if (!closing.aborted && (isWhole || isLost(cause))) await shelf.remove(scene)
    throw isDiskFull(cause) ? diskFull(size, cause) : cause
  }
}

async function write(
  { folder, clock }: Shelving,
  shelved: ShelvedScene,
  { sending, incoming }: Receiving,
): Promise<void> {
  const files = filesOf(folder, shelved.scene)
  const { offset, size } = sending
  const known = shelved.hasher
  shelved.hasher = undefined
  const hasher = known?.bytes === offset ? known : await hashLying(files, offset)
  shelved.receivedBytes = offset
  const onWritten = (received: number) => {
    shelved.receivedBytes = received
    shelved.usedAtMs = clock.now().getTime()
  }
  try {
    await writeBytes({ files, offset, size, hasher, onWritten }, incoming.bytes)
  } finally {
    // What was written but not hashed (the disk failed between) is read again by the next writer.
    if (hasher.bytes === shelved.receivedBytes) shelved.hasher = hasher
  }
}

/** Whether a part of the scene is of no use any more: it is wrong, or there is no room to keep it. */
function isLost(cause: unknown): boolean {
  if (isDiskFull(cause)) return true
  return cause instanceof AgentRefused && cause.code === 'invalid_input'
}

async function mustHaveRoom(shelf: SceneShelf, bytes: number): Promise<void> {
  if (!(await shelf.makeRoom(bytes))) throw diskFull(bytes)
}

function diskFull(bytes: number, cause?: unknown): AgentRefused {
  const text = `This machine has no room for ${gb(bytes)} more of scenes.`
  return new AgentRefused('upstream_failed', text, { cause })
}
