import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '@gridloom/async/clock'
import type { BlenderSettings } from '@gridloom/contract/agent/rendering'
import type { RenderJobId } from '@gridloom/contract/core/ids'
import type { Sha256 } from '@gridloom/contract/core/values'
import type { OpenScene, Renderer, RenderLimits } from './renderer.ts'
import type { SceneStore } from './scene-store.ts'

/** The scene and settings that two chunks must share to use one open scene. */
export interface SceneWanted {
  /** An open Blender is never shared between jobs: a scene may have changed its state. */
  job: RenderJobId | null
  scene: Sha256
  blendPath: string
  settings: BlenderSettings
  limits: RenderLimits
}

/** The one open scene, kept from chunk to chunk because opening it again takes seconds. */
export interface WarmScene {
  /** Returns the open scene if it is the wanted one and alive; otherwise closes it and opens the wanted one. */
  open(wanted: SceneWanted, signal: AbortSignal): Promise<OpenScene>
  /** Returns whether `open` would reuse the open scene. */
  isOpen(wanted: SceneWanted): boolean
  /** Returns the scene whose files are in use. */
  scene(): Sha256 | undefined
  /** Closes the scene in {@link idleMs} unless it is used before. */
  rest(): void
  close(): Promise<void>
}

/** How long an open scene waits for a chunk that needs it. */
export const idleMs = 120_000

export interface WarmSceneOptions {
  renderer: Pick<Renderer, 'open'>
  scenes: Pick<SceneStore, 'locate'>
  threads: number
  clock: Clock
  /** Called when a scene could not be closed. */
  onFailure: (cause: unknown) => void
}

export function createWarmScene({
  renderer,
  scenes,
  threads,
  clock,
  onFailure,
}: WarmSceneOptions): WarmScene {
  let warm: { wanted: SceneWanted; opened: OpenScene } | undefined
  let resting = new AbortController()
  let closing: Promise<void> = Promise.resolve()

  function isOpen(wanted: SceneWanted): boolean {
    return warm?.opened.isAlive() === true && fits(warm.wanted, wanted)
  }

  function close(): Promise<void> {
    resting.abort()
    const { opened } = warm ?? {}
    warm = undefined
    if (opened !== undefined) {
      closing = closing.then(() => opened[Symbol.asyncDispose]()).catch(onFailure)
    }
    return closing
  }

  async function open(wanted: SceneWanted, signal: AbortSignal): Promise<OpenScene> {
    resting.abort()
    if (warm !== undefined && isOpen(wanted)) {
      warm.opened.allow(wanted.limits.piece_s_max)
      return warm.opened
    }
    await close()
    const { scene, blendPath, settings, limits } = wanted
    const location = await scenes.locate(scene, blendPath)
    const opened = await renderer.open({ ...location, settings, limits, threads, signal })
    warm = { wanted, opened }
    return opened
  }

  function rest(): void {
    resting.abort()
    resting = new AbortController()
    // @NOTE an aborted sleep means that the scene is in use again, or closed already
    void clock.sleep(idleMs, resting.signal).then(close, () => undefined)
  }

  return { open, isOpen, scene: () => warm?.wanted.scene, rest, close }
}

/** Returns whether a scene that was opened for one chunk fits another, apart from the time limit of a part. */
function fits(opened: SceneWanted, wanted: SceneWanted): boolean {
  return isDeepStrictEqual(withoutTime(opened), withoutTime(wanted))
}

function withoutTime({ limits, ...rest }: SceneWanted) {
  const { piece_s_max: _, ...others } = limits
  return { ...rest, limits: others }
}
