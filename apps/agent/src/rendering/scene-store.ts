import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { SceneHeld } from '@gridloom/contract/agent/rendering'
import type { Sha256 } from '@gridloom/contract/core/values'
import type { RenderProblem } from '@gridloom/contract/rendering/frame'
import { isMissing } from '../host/files.ts'
import { AgentRefused } from '../refused.ts'
import { RenderFailure } from './renderer.ts'
import { filesOf, loneFileNames, markUsed } from './scene-files.ts'
import { openSceneShelf, type SceneShelfOptions, type ShelvedScene } from './scene-shelf.ts'
import { heldOf, type SceneSending, type Shelving, takeScene } from './take-scene.ts'
import { pathWithin } from './unpack-zip.ts'

/** Where a scene's Blender file is, for the renderer. */
export interface SceneLocation {
  sceneFolder: string
  sceneFile: string
}

/** The scenes that the machine holds, by their content: sent once, rendered from as often as asked. */
export interface SceneStore {
  held(scene: Sha256): SceneHeld
  /** Goes on with a scene: see {@link takeScene}. */
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
  /** Calls back with what is wrong with a scene that nobody who waits for an answer is told of. */
  onBroken(listener: (scene: Sha256, problem: RenderProblem) => void): () => void
  /** Ends what is being unpacked; what was received stays for the next agent. */
  [Symbol.dispose](): void
}

export type SceneStoreOptions = Omit<SceneShelfOptions, 'onRemoved'>

/** Opens the store over its folder, with what an agent before this one left there. */
export async function openSceneStore(options: SceneStoreOptions): Promise<SceneStore> {
  const changes = createListeners<[]>()
  const breakages = createListeners<[Sha256, RenderProblem]>()
  const onRemoved = (removed: ShelvedScene) => {
    if (removed.facts !== undefined) changes.tell()
  }
  const shelf = await openSceneShelf({ ...options, onRemoved })
  const closing = new AbortController()
  const shelving: Shelving = {
    ...options,
    shelf,
    closing: closing.signal,
    onReady: changes.tell,
    onBroken: (scene, cause) => breakages.tell(scene, problemOf(cause)),
  }
  return {
    held: (scene) => heldOf(shelf.find(scene)),
    receive: (sending, bytes, signal) => takeScene(shelving, sending, { bytes, signal }),
    ready: () => shelf.all().flatMap(({ scene, facts }) => (facts === undefined ? [] : [scene])),
    isReady: (scene) => shelf.find(scene)?.facts !== undefined,
    locate: (scene, blendPath) => locate(shelving, scene, blendPath),
    isArriving: (scene) => shelf.find(scene)?.writer !== undefined,
    makeRoom: shelf.makeRoom,
    onChange: changes.listen,
    onBroken: breakages.listen,
    [Symbol.dispose]: () => closing.abort(new Error('the agent stops')),
  }
}

function createListeners<Told extends unknown[]>() {
  const listeners = new Set<(...told: Told) => void>()
  return {
    tell: (...told: Told) => {
      for (const listener of listeners) listener(...told)
    },
    listen: (listener: (...told: Told) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

function problemOf(cause: unknown): RenderProblem {
  if (!(cause instanceof AgentRefused)) {
    return { code: 'scene_missing', text: 'The machine could not keep the scene.' }
  }
  return { code: cause.code === 'invalid_input' ? 'file_broken' : 'disk_full', text: cause.message }
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
