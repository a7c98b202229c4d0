import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { SceneHeld } from '@gridloom/contract/agent/rendering'
import type { Sha256 } from '@gridloom/contract/rendering'
import { isMissing } from '../host/files.ts'
import { AgentRefused } from '../refused.ts'
import { createContentHasher } from './content-hash.ts'
import { gb, isDiskFull } from './disk.ts'
import { finishScene, hashLying, writeBytes } from './receive-scene.ts'
import { RenderFailure } from './renderer.ts'
import { filesOf, loneFileNames, makeOpenFolder, markUsed, type SceneKind } from './scene-files.ts'
import {
  openSceneShelf,
  type SceneShelf,
  type SceneShelfOptions,
  type ShelvedScene,
} from './scene-shelf.ts'
import { pathWithin } from './unpack-zip.ts'

export interface SceneSending {
  scene: Sha256
  offset: number
  /** Of the whole scene, as it is sent. */
  size: number
  kind: SceneKind
}

/** Where a scene's Blender file is, for the renderer. */
export interface SceneLocation {
  sceneFolder: string
  sceneFile: string
}

/** The scenes that the machine holds, by their content: sent once, rendered from as often as asked. */
export interface SceneStore {
  held(scene: Sha256): SceneHeld
  /**
   * Goes on with a scene from `offset`, which must not lie beyond what is there; what came before a break stays.
   * Throws `AgentRefused`: `invalid_input` for bytes that are not the scene (they are deleted), `state_conflict`
   * for another offset or while another call sends it, `upstream_failed` where the disk has no room.
   */
  receive(
    sending: SceneSending,
    bytes: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
  ): Promise<SceneHeld>
  /** Scenes that can be rendered from. */
  ready(): Sha256[]
  isReady(scene: Sha256): boolean
  /** Marks it used. Throws {@link RenderFailure} where it, or the file in it, is not there. */
  locate(scene: Sha256, blendPath: string): Promise<SceneLocation>
  /** Whether it is being sent, or unpacked. */
  isArriving(scene: Sha256): boolean
  /** Deletes what was not used for the longest until `bytes` more have room; says whether they have. */
  makeRoom(bytes: number): Promise<boolean>
  /** Calls back when another set of scenes is ready; returns how to end that. */
  onChange(listener: () => void): () => void
}

export type SceneStoreOptions = Omit<SceneShelfOptions, 'onRemoved'>

/** Opens the store over its folder, with what an agent before this one left there. */
export async function openSceneStore(options: SceneStoreOptions): Promise<SceneStore> {
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  const onRemoved = (removed: ShelvedScene) => {
    if (removed.facts !== undefined) tell()
  }
  const shelf = await openSceneShelf({ ...options, onRemoved })
  const isReady = (scene: Sha256) => shelf.find(scene)?.facts !== undefined
  return {
    held: (scene) => heldOf(shelf.find(scene)),
    receive: async (sending, bytes, signal) => {
      const held = await claim({ ...options, shelf }, sending, bytes, signal)
      if (held.ready) tell()
      return held
    },
    ready: () => shelf.all().flatMap(({ scene, facts }) => (facts === undefined ? [] : [scene])),
    isReady,
    locate: (scene, blendPath) => locate({ ...options, shelf }, scene, blendPath),
    isArriving: (scene) => shelf.find(scene)?.writer !== undefined,
    makeRoom: shelf.makeRoom,
    onChange: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

interface Shelving extends Pick<SceneStoreOptions, 'folder' | 'clock'> {
  shelf: SceneShelf
}

function heldOf(shelved: ShelvedScene | undefined): SceneHeld {
  const ready = shelved?.facts !== undefined
  return { received_bytes: shelved?.receivedBytes ?? 0, ready }
}

/** Lets one writer at a time at a scene. One whose caller has left makes way as soon as it has noticed. */
async function claim(
  shelving: Shelving,
  sending: SceneSending,
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<SceneHeld> {
  const shelved = shelving.shelf.take(sending.scene)
  const { writer } = shelved
  if (writer !== undefined) {
    if (!writer.signal.aborted) {
      throw new AgentRefused('state_conflict', 'Another call is sending this scene.')
    }
    await writer.done
    return claim(shelving, sending, bytes, signal)
  }
  if (shelved.facts !== undefined) return heldOf(shelved)
  const writing = receive(shelving, shelved, { sending, bytes, signal }).finally(() => {
    shelved.writer = undefined
  })
  // @NOTE who waits for the end of a writer has no part in how it ended
  shelved.writer = { signal, done: writing.catch(() => undefined) }
  return writing
}

interface Receiving {
  sending: SceneSending
  bytes: AsyncIterable<Uint8Array>
  signal: AbortSignal
}

async function receive(
  shelving: Shelving,
  shelved: ShelvedScene,
  { sending, bytes, signal }: Receiving,
): Promise<SceneHeld> {
  const { shelf, folder } = shelving
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
    await write(shelving, shelved, { sending, bytes, signal })
    if (shelved.receivedBytes < size) return heldOf(shelved)
    const digest = (shelved.hasher ?? createContentHasher()).digest()
    shelved.hasher = undefined
    const at = shelving.clock.now()
    shelved.facts = await finishScene({ scene, kind, files, digest, at, allow })
    return heldOf(shelved)
  } catch (cause) {
    const isWhole = shelved.receivedBytes === size
    if (isWhole || isLost(cause)) await shelf.remove(scene)
    throw isDiskFull(cause) ? diskFull(size, cause) : cause
  }
}

async function write(
  { folder, clock }: Shelving,
  shelved: ShelvedScene,
  { sending, bytes, signal }: Receiving,
): Promise<void> {
  const files = filesOf(folder, shelved.scene)
  const { offset, size } = sending
  const known = shelved.hasher
  shelved.hasher = undefined
  const hasher = known?.bytes === offset ? known : await hashLying(files, offset, signal)
  shelved.receivedBytes = offset
  const onWritten = (received: number) => {
    shelved.receivedBytes = received
    shelved.usedAtMs = clock.now().getTime()
  }
  try {
    await writeBytes({ files, offset, size, hasher, onWritten }, bytes)
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

async function locate(
  { shelf, folder, clock }: Shelving,
  scene: Sha256,
  blendPath: string,
): Promise<SceneLocation> {
  const shelved = shelf.find(scene)
  if (shelved?.facts === undefined) {
    throw new RenderFailure({ code: 'scene_missing', text: 'The machine does not hold the scene.' })
  }
  const { kind } = shelved.facts
  const files = filesOf(folder, scene)
  const sceneFile = kind === 'zip' ? pathWithin(blendPath) : loneFileNames[kind]
  if (sceneFile === undefined || !(await isFile(join(files.content, sceneFile)))) {
    throw new RenderFailure({ code: 'file_broken', text: `The zip has no file ${blendPath}.` })
  }
  const now = clock.now()
  shelved.usedAtMs = now.getTime()
  await markUsed(files, now)
  return { sceneFolder: files.content, sceneFile }
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile()
  } catch (cause) {
    if (isMissing(cause) || isNoFolder(cause)) return false
    throw cause
  }
}

function isNoFolder(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ENOTDIR'
}
