import { type Lack, lackText } from '../../host/lack.ts'
import { type Renderer, RenderFailure } from '../renderer.ts'
import { mergeRanges } from './merge-ranges.ts'
import { openScene, type Workshop } from './open-scene.ts'
import { probeEngine } from './probe.ts'
import { renderCanary } from './render-canary.ts'
import { findWorkshop, lookForBlender, type WorkshopOptions } from './workshop.ts'

export { lookForBlender } from './workshop.ts'

/** Renders with the Blender of this machine, or with the Python module `bpy`, in a sandbox. */
export function createBlenderRenderer(options: WorkshopOptions): Renderer {
  let known: Workshop | undefined
  let finding: Promise<Workshop | Lack> | undefined

  async function find(): Promise<Workshop | Lack> {
    const found = await findWorkshop(options, new AbortController().signal)
    if (!('missing' in found)) known = found
    return found
  }

  /**
   * Looked for again until it is found: somebody may have installed what was missing. Calls at once share one search,
   * which clears folders, and none of them can end it.
   */
  async function workshop(): Promise<Workshop | Lack> {
    if (known !== undefined) return known
    finding ??= find().finally(() => {
      finding = undefined
    })
    return finding
  }

  /** As {@link workshop}, with another Blender where it was replaced or taken away since. */
  async function workshopNow(signal: AbortSignal): Promise<Workshop | Lack> {
    if (known === undefined) return workshop()
    const found = await lookForBlender(options, signal)
    if ('missing' in found) return found
    known = { ...known, ...found }
    return known
  }

  async function workshopOrThrow(signal: AbortSignal): Promise<Workshop> {
    const found = await workshop()
    signal.throwIfAborted()
    if ('missing' in found)
      throw new RenderFailure({ code: 'sandbox_missing', text: lackText(found) })
    return found
  }

  return {
    probe: async (signal) => {
      try {
        const found = await workshopNow(signal)
        if ('missing' in found) return { missing: lackText(found) }
        return await probeEngine(found, options.execute, signal)
      } catch (cause) {
        return { missing: `Looking for Blender failed: ${String(cause)}` }
      }
    },
    open: async ({ sceneFolder, sceneFile, ...asked }) => {
      const scene = { folder: sceneFolder, file: sceneFile }
      return openScene(await workshopOrThrow(asked.signal), { ...asked, scene })
    },
    merge: async (asked) => mergeRanges(await workshopOrThrow(asked.signal), asked),
    canary: async (asked) => renderCanary(await workshopOrThrow(asked.signal), asked),
  }
}
