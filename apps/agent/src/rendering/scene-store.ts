import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { SceneHeld } from '@gridloom/contract/agent/rendering'
import type { Sha256 } from '@gridloom/contract/core/values'
import type { RenderProblem } from '@gridloom/contract/rendering/frame'
import { isMissing } from '../host/files.ts'
import { AgentRefused } from '../refused.ts'
import { RenderFailure } from './renderer.ts'
import { filesOf, loneFileNames, markUsed } from './scene-files.ts'
import { type IndexedScene, openSceneIndex, type SceneIndexOptions } from './scene-index.ts'
import { heldOf, type ReceiveContext, type SceneSending, takeScene } from './take-scene.ts'
import { pathWithin } from './unpack-zip.ts'

/** The folder and the Blender file of a scene, for the renderer. */
export interface SceneLocation {
  sceneFolder: string
  sceneFile: string
}

/** The scenes on this machine, by their content hash: sent once, rendered any number of times. */
export interface SceneStore {
  held(scene: Sha256): SceneHeld
  /** Receives bytes of a scene: see {@link takeScene}. */
  receive(
    sending: SceneSending,
    bytes: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
  ): Promise<SceneHeld>
  /** Returns the scenes that can be rendered. */
  ready(): Sha256[]
  isReady(scene: Sha256): boolean
  /**
   * Returns the location of a scene and marks it as used. Throws {@link RenderFailure} if the scene or its file is
   * missing.
   */
  locate(scene: Sha256, blendPath: string): Promise<SceneLocation>
  /** Returns whether a scene is being sent or unpacked. */
  isArriving(scene: Sha256): boolean
  /** Deletes the least recently used scenes until `bytes` more fit; returns whether they fit. */
  makeRoom(bytes: number): Promise<boolean>
  /** Calls back when the set of ready scenes changed; returns a function that ends the callbacks. */
  onChange(listener: () => void): () => void
  /** Calls back with the problem of a scene whose sender already has its answer. */
  onBroken(listener: (scene: Sha256, problem: RenderProblem) => void): () => void
  /** Stops unpacking; received bytes stay for the next agent. */
  [Symbol.dispose](): void
}

export type SceneStoreOptions = Omit<SceneIndexOptions, 'onRemoved'>

/** Opens the store with the scenes that an earlier agent left in its folder. */
export async function openSceneStore(options: SceneStoreOptions): Promise<SceneStore> {
  const changes = createListeners<[]>()
  const breakages = createListeners<[Sha256, RenderProblem]>()
  const onRemoved = (removed: IndexedScene) => {
    if (removed.facts !== undefined) changes.notify()
  }
  const index = await openSceneIndex({ ...options, onRemoved })
  const closing = new AbortController()
  const ctx: ReceiveContext = {
    ...options,
    index,
    closing: closing.signal,
    onReady: changes.notify,
    onBroken: (scene, cause) => breakages.notify(scene, problemOf(cause)),
  }
  return {
    held: (scene) => heldOf(index.find(scene)),
    receive: (sending, bytes, signal) => takeScene(ctx, sending, { bytes, signal }),
    ready: () => index.all().flatMap(({ scene, facts }) => (facts === undefined ? [] : [scene])),
    isReady: (scene) => index.find(scene)?.facts !== undefined,
    locate: (scene, blendPath) => locate(ctx, scene, blendPath),
    isArriving: (scene) => index.find(scene)?.writer !== undefined,
    makeRoom: index.makeRoom,
    onChange: changes.listen,
    onBroken: breakages.listen,
    [Symbol.dispose]: () => closing.abort(new Error('the agent stops')),
  }
}

function createListeners<Args extends unknown[]>() {
  const listeners = new Set<(...args: Args) => void>()
  return {
    notify: (...args: Args) => {
      for (const listener of listeners) listener(...args)
    },
    listen: (listener: (...args: Args) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

function problemOf(cause: unknown): RenderProblem {
  if (!(cause instanceof AgentRefused)) {
    return { code: 'scene_missing', text: 'The machine could not store the scene.' }
  }
  return { code: cause.code === 'invalid_input' ? 'file_broken' : 'disk_full', text: cause.message }
}

async function locate(
  { index, folder, clock }: ReceiveContext,
  scene: Sha256,
  blendPath: string,
): Promise<SceneLocation> {
  const indexed = index.find(scene)
  if (indexed?.facts === undefined) {
    throw new RenderFailure({ code: 'scene_missing', text: 'The scene is not on the machine.' })
  }
  const { kind } = indexed.facts
  const files = filesOf(folder, scene)
  const sceneFile = kind === 'zip' ? pathWithin(blendPath) : loneFileNames[kind]
  if (sceneFile === undefined || !(await isFile(join(files.content, sceneFile)))) {
    throw new RenderFailure({ code: 'file_broken', text: `The zip does not contain ${blendPath}.` })
  }
  const now = clock.now()
  indexed.usedAtMs = now.getTime()
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
