import type {
  BlendFacts,
  BlendScene,
  SceneDiagnostic,
} from '@gridloom/contract/rendering/blend-facts'
import { movieFormats } from '../ids/image-formats.ts'

/** Diagnoses the scenes of a file: a missing camera, an unknown engine, a movie as output. */
export function diagnoseScenes(facts: BlendFacts): SceneDiagnostic[] {
  if (facts.scenes.length === 0)
    return [{ level: 'error', code: 'no_scene', text: 'The file has no scene to render.' }]
  return facts.scenes.flatMap((scene) => {
    const isOpen = facts.active_scene === null || scene.name === facts.active_scene
    return [...diagnoseCamera(scene, isOpen ? 'error' : 'note'), ...diagnoseOutput(scene)]
  })
}

/** A movie edited from other movies needs no camera. */
function diagnoseCamera(scene: BlendScene, level: SceneDiagnostic['level']): SceneDiagnostic[] {
  if (scene.camera !== null || scene.uses_sequencer === true) return []
  const text = `The scene “${scene.name}” has no camera. Set one in Blender (Scene → Camera), save, and upload again.`
  return [{ level, code: 'no_camera', text }]
}

function diagnoseOutput(scene: BlendScene): SceneDiagnostic[] {
  const diagnostics: SceneDiagnostic[] = []
  if (scene.output_format !== null && movieFormats.has(scene.output_format))
    diagnostics.push({
      level: 'note',
      code: 'movie_output',
      text: `The output of the scene “${scene.name}” is a video. Frames are rendered as pictures. You can download them as a video afterwards.`,
    })
  if (scene.engine === 'other')
    diagnostics.push({
      level: 'warning',
      code: 'unknown_engine',
      text: `The scene “${scene.name}” uses the render engine ${scene.engine_name}, which is not supported. Choose Cycles, EEVEE or Workbench.`,
    })
  return diagnostics
}
