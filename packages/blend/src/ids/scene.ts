import type { BlendScene } from '@gridloom/contract/rendering/blend-facts'
import type { Struct } from '../dna/struct.ts'
import type { DataBlock } from './data-block.ts'
import { readEngine } from './engine.ts'
import type { Findings } from './findings.ts'
import { imageFormats } from './image-formats.ts'
import { readSequencer } from './sequencer.ts'
import { bakedState } from './simulations.ts'

/** Switches of `RenderData.scemode`. Source: `R_DOSEQ` and `R_DOCOMP` of `DNA_scene_types.h`. */
const doSequencer = 1 << 0
const doCompositing = 1 << 6

/** `SC`: what to render and how. Implausible numbers of a damaged file count as unknown, like missing ones. */
export function readSceneBlock(scene: DataBlock, findings: Findings, version: number): void {
  const { self, address, name } = scene
  const modes = self.number('r.scemode') ?? 0
  const strips = readSequencer(scene, findings)
  findings.addScene({
    address,
    camera: self.pointer('camera'),
    facts: {
      name,
      ...frames(self),
      ...size(self),
      ...readEngine(scene, version),
      output_format: outputFormat(self),
      uses_compositing: (modes & doCompositing) !== 0 && hasCompositing(self),
      uses_sequencer: (modes & doSequencer) !== 0 && strips > 0,
    },
  })
  readRigidBodies(scene, findings)
}

function frames(
  scene: Struct,
): Pick<BlendScene, 'frame_start' | 'frame_end' | 'frame_step' | 'fps'> {
  const fps = (scene.number('r.frs_sec') ?? 0) / (scene.number('r.frs_sec_base') ?? 1)
  return {
    frame_start: scene.number('r.sfra') ?? 1,
    frame_end: scene.number('r.efra') ?? 250,
    frame_step: scene.number('r.frame_step') ?? 1,
    fps: Number.isFinite(fps) && fps > 0 ? fps : null,
  }
}

function size(scene: Struct): Pick<BlendScene, 'width' | 'height' | 'percentage'> {
  return {
    width: scene.number('r.xsch') ?? null,
    height: scene.number('r.ysch') ?? null,
    percentage: scene.number('r.size') ?? null,
  }
}

/** Before 2.63 the format was in `r.imtype` itself. */
function outputFormat(scene: Struct): string | null {
  const number = scene.number('r.im_format.imtype') ?? scene.number('r.imtype')
  return (number === undefined ? undefined : imageFormats.get(number)) ?? null
}

/** Since 5.0 the nodes are a group that the scene points at; before they were its own, with a switch. */
function hasCompositing(scene: Struct): boolean {
  if (scene.type.fields.has('compositing_node_group'))
    return scene.pointer('compositing_node_group') !== undefined
  return scene.number('use_nodes') === 1 && scene.pointer('nodetree') !== undefined
}

function readRigidBodies(scene: DataBlock, findings: Findings): void {
  const world = scene.follow(scene.self, 'rigidbody_world')
  if (!world) return
  const cache = scene.follow(scene.follow(world, 'shared') ?? world, 'pointcache')
  findings.addSimulation({ owner: scene.name, kind: 'rigid bodies', baked: bakedState(cache) })
}
