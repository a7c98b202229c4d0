import path from 'node:path'
import { execute } from '@gridloom/agent/host/execute'
import { createBlenderRenderer } from '@gridloom/agent/rendering/blender/index'
import type { RenderingOptions } from '@gridloom/agent/rendering/index'
import type { Renderer } from '@gridloom/agent/rendering/renderer'
import { systemClock } from '@gridloom/async/clock'
import { blender } from './make-scene.ts'

/** How a test machine takes part in rendering. */
export interface RendererOptions {
  /** Wraps the real Blender, for a machine that cheats. */
  around?: (renderer: Renderer) => Renderer
}

/** Renders with the real Blender in its real sandbox, in the machine's own folder. */
export function renderOnMachine(
  { around = (renderer) => renderer }: RendererOptions,
  dataDir: string,
): RenderingOptions {
  const renderer = createBlenderRenderer({
    workFolder: path.join(dataDir, 'render/work'),
    preferred: { blender, bpyPython: undefined },
    isRoot: process.getuid?.() === 0,
    platform: process.platform,
    execute,
    clock: systemClock,
  })
  return { renderer: around(renderer), threads: 1, readFingerprint: async () => 'of tests' }
}
