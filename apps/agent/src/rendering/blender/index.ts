import {
  type MissingPrerequisite,
  missingPrerequisiteText,
} from '../../host/missing-prerequisite.ts'
import { type Renderer, RenderFailure } from '../renderer.ts'
import {
  type BlenderEnvironmentOptions,
  findBlenderEnvironment,
  lookForBlender,
} from './find-blender-environment.ts'
import { mergeRanges } from './merge-ranges.ts'
import { type BlenderEnvironment, openScene } from './open-scene.ts'
import { probeRenderEngine } from './probe.ts'
import { renderCanary } from './render-canary.ts'

export { lookForBlender } from './find-blender-environment.ts'

/** Renders with the Blender of this machine, or with the Python module `bpy`, in a sandbox. */
export function createBlenderRenderer(options: BlenderEnvironmentOptions): Renderer {
  let known: BlenderEnvironment | undefined
  let finding: Promise<BlenderEnvironment | MissingPrerequisite> | undefined

  async function find(): Promise<BlenderEnvironment | MissingPrerequisite> {
    const found = await findBlenderEnvironment(options, new AbortController().signal)
    if (!('missing' in found)) known = found
    return found
  }

  /**
   * Searches again until it finds Blender, which may be installed while the agent runs. Concurrent calls share one
   * search, as it clears folders; none of them can abort it.
   */
  async function environment(): Promise<BlenderEnvironment | MissingPrerequisite> {
    if (known !== undefined) return known
    finding ??= find().finally(() => {
      finding = undefined
    })
    return finding
  }

  /** As {@link environment}, but also detects that Blender was replaced or removed since. */
  async function currentEnvironment(
    signal: AbortSignal,
  ): Promise<BlenderEnvironment | MissingPrerequisite> {
    if (known === undefined) return environment()
    const found = await lookForBlender(options, signal)
    if ('missing' in found) return found
    known = { ...known, ...found }
    return known
  }

  async function requireEnvironment(signal: AbortSignal): Promise<BlenderEnvironment> {
    const found = await environment()
    signal.throwIfAborted()
    if ('missing' in found)
      throw new RenderFailure({ code: 'sandbox_missing', text: missingPrerequisiteText(found) })
    return found
  }

  return {
    probe: async (signal) => {
      try {
        const found = await currentEnvironment(signal)
        if ('missing' in found) return { missing: missingPrerequisiteText(found) }
        return await probeRenderEngine(found, options.execute, signal)
      } catch (cause) {
        return { missing: `Finding Blender failed: ${String(cause)}` }
      }
    },
    open: async ({ sceneFolder, sceneFile, ...options }) => {
      const scene = { folder: sceneFolder, file: sceneFile }
      return openScene(await requireEnvironment(options.signal), { ...options, scene })
    },
    merge: async (options) => mergeRanges(await requireEnvironment(options.signal), options),
    canary: async (options) => renderCanary(await requireEnvironment(options.signal), options),
  }
}
