import { limits } from '@gridloom/contract/core/constants'
import type { SceneContents } from '@gridloom/contract/rendering/blend-facts'
import type { RenderSettings } from '@gridloom/contract/rendering/settings'
import { readFrameList } from './frame-list.ts'
import { pixelsOf } from './frame-parts.ts'
import { partsPerFrame } from './settings.ts'

/** Problems of settings by field, as texts for users; empty if there are none. */
export type SettingProblems = Readonly<Partial<Record<keyof RenderSettings, string>>>

/** Checks settings against the scene and each other, beyond their schema. */
export function problemsOf(settings: RenderSettings, contents: SceneContents): SettingProblems {
  const blend = contents.blends.find(({ path }) => path === settings.blend_path)
  const read = readFrameList(settings.frames, settings.step)
  const frames = read.problem ?? tooManyParts(settings, read.frames.length)
  const split = splitProblem(settings, contents)
  const { width, height } = pixelsOf(settings)
  return {
    ...(blend === undefined ? { blend_path: 'This file is not in the upload' } : {}),
    ...(blend !== undefined && !blend.facts.scenes.some(({ name }) => name === settings.scene)
      ? { scene: 'This scene is not in the file' }
      : {}),
    ...(width * height > limits.framePixels
      ? {
          width: `The picture would have more than ${limits.framePixels.toLocaleString('en-US')} pixels`,
        }
      : {}),
    ...(frames === null ? {} : { frames }),
    ...(split === null ? {} : { split }),
  }
}

/** Why a scene cannot be rendered with these settings at all; `null` if it can. */
export function whyNotRenderable({ camera }: Pick<RenderSettings, 'camera'>): string | null {
  if (camera !== '') return null
  return 'the scene has no camera. Add one in Blender and upload the file again.'
}

/** The samples of the rendered scene, if the file has them. */
export function samplesInFile(
  settings: Pick<RenderSettings, 'blend_path' | 'scene'>,
  contents: SceneContents,
): number | null {
  const blend = contents.blends.find(({ path }) => path === settings.blend_path)
  return blend?.facts.scenes.find(({ name }) => name === settings.scene)?.samples ?? null
}

function tooManyParts(settings: RenderSettings, frames: number): string | null {
  const parts = frames * partsPerFrame(settings)
  if (parts <= limits.framesPerJob) return null
  const most = limits.framesPerJob.toLocaleString('en-US')
  return `This splits into ${parts.toLocaleString('en-US')} frame parts. A job can have at most ${most}.`
}

function splitProblem(settings: RenderSettings, contents: SceneContents): string | null {
  const { split, denoise, engine, format } = settings
  if (split.kind === 'whole') return null
  if (split.kind === 'tiles') {
    const { width, height } = pixelsOf(settings)
    if (denoise) return 'Tiles do not support denoising. Turn off denoising, or split by samples.'
    if (format === 'jpeg') return 'Tiles do not support JPEG. Choose PNG or OpenEXR.'
    return split.columns > width || split.rows > height
      ? 'There are more tiles than pixels. Use fewer tiles.'
      : null
  }
  if (engine !== 'cycles') return 'Splitting by samples requires Cycles.'
  const samples = settings.samples ?? samplesInFile(settings, contents)
  if (samples === null) return 'The file does not set a number of samples. Set it first.'
  return samples < split.ranges ? 'There are more ranges than samples. Use fewer ranges.' : null
}
