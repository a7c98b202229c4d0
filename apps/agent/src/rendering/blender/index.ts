import { type Renderer, RenderFailure } from '../renderer.ts'
import { type Lack, lackText } from './lack.ts'
import { openScene, type Workshop } from './open-scene.ts'
import { probeEngine } from './probe.ts'
import { renderCanary } from './render-canary.ts'
import { findWorkshop, type WorkshopOptions } from './workshop.ts'

export { threadsOfThisProcess } from './threads.ts'
export { lookForBlender } from './workshop.ts'

/** Renders with the Blender of this machine, or with the Python module `bpy`, in a sandbox. */
export function createBlenderRenderer(options: WorkshopOptions): Renderer {
  let known: Workshop | undefined

  /** Looked for again until it is found: somebody may have installed what was missing. */
  async function workshop(signal: AbortSignal): Promise<Workshop | Lack> {
    if (known !== undefined) return known
    const found = await findWorkshop(options, signal)
    if (!('missing' in found)) known = found
    return found
  }

  async function workshopOrThrow(signal: AbortSignal): Promise<Workshop> {
    const found = await workshop(signal)
    if ('missing' in found)
      throw new RenderFailure({ code: 'sandbox_missing', text: lackText(found) })
    return found
  }

  return {
    probe: async (signal) => {
      try {
        const found = await workshop(signal)
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
    canary: async (asked) => renderCanary(await workshopOrThrow(asked.signal), asked),
  }
}
