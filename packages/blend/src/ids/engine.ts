import type { RenderEngine } from '@gridloom/contract/rendering/blend-facts'
import type { Struct } from '../dna/struct.ts'
import { type CyclesSettings, cyclesSettings } from './cycles.ts'
import type { DataBlock } from './data-block.ts'

export interface EngineFacts {
  readonly engine: RenderEngine | null
  readonly engine_name: string | null
  readonly samples: number | null
  readonly denoise: boolean | null
}

/** The engine of a scene. Before 2.5 it was stored as a number, and is unknown here. */
export function readEngine(scene: DataBlock, version: number): EngineFacts {
  const name = scene.self.text('r.engine')
  if (!name) return { engine: null, engine_name: null, samples: null, denoise: null }
  const engine = engines.get(name) ?? 'other'
  return { engine, engine_name: name, ...settingsOf(engine, scene, version) }
}

/** All names of each engine: `EEVEE_NEXT` is that of 4.2 to 4.5. */
const engines: ReadonlyMap<string, RenderEngine> = new Map([
  ['CYCLES', 'cycles'],
  ['BLENDER_EEVEE', 'eevee'],
  ['BLENDER_EEVEE_NEXT', 'eevee'],
  ['BLENDER_WORKBENCH', 'workbench'],
  ['BLENDER_WORKBENCH_NEXT', 'workbench'],
])

function settingsOf(engine: RenderEngine, scene: DataBlock, version: number): CyclesSettings {
  switch (engine) {
    case 'cycles':
      return cyclesSettings(scene, version)
    case 'eevee':
      return { samples: scene.self.number('eevee.taa_render_samples') ?? null, denoise: false }
    case 'workbench':
      return { samples: workbenchSamples(scene.self), denoise: false }
    case 'other':
      return { samples: null, denoise: null }
  }
}

/** `render_aa` is the number of samples, and 0 or -1 for one pass. Source: `SCE_DISPLAY_AA_*` of `DNA_scene_types.h`. */
function workbenchSamples(scene: Struct): number | null {
  const passes = scene.number('display.render_aa')
  return passes === undefined ? null : Math.max(1, passes)
}
