import type { MergeOptions, MergeOutcome } from '../renderer.ts'
import { type BlenderEnvironment, inputPath, openScene } from './open-scene.ts'

/**
 * Merges sample ranges of a frame in a Blender of their own: they come from other machines, and whatever one of them
 * does to this Blender ends with it.
 */
export async function mergeRanges(
  environment: BlenderEnvironment,
  options: MergeOptions,
): Promise<MergeOutcome> {
  const { sceneFolder, sceneFile, inputs, frame, outFile, onProgress, signal } = options
  const scene = { folder: sceneFolder, file: sceneFile }
  await using opened = await openScene(environment, { ...options, scene, inputs })
  const inside = inputs.map((_, place) => inputPath(place))
  const outcome = await opened.merge({ frame, inputs: inside }, outFile, onProgress, signal)
  return { outcome, memoryPeakMib: opened.memoryPeakMib(), log: opened.log() }
}
