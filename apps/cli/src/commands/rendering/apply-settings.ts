import type { SceneBlend } from '@gridloom/contract/rendering/blend-facts'
import type { RenderJob } from '@gridloom/contract/rendering/job'
import type { RenderScene } from '@gridloom/contract/rendering/scene'
import type { RenderSettings } from '@gridloom/contract/rendering/settings'
import { readFrameList } from '@gridloom/domain/rendering/frame-list'
import { settingsOfBlend } from '@gridloom/domain/rendering/settings'
import type { Command } from 'commander'
import type { Ctx } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { oneOf, wholeNumber } from '../../input/parse-values.ts'

/** Overrides of the file's own settings. */
export interface SettingOptions {
  blend?: string
  scene?: string
  camera?: string
  frames?: string
  step?: number
  width?: number
  height?: number
  percentage?: number
  engine?: RenderSettings['engine']
  samples?: number
  denoise?: 'on' | 'off'
  format?: RenderSettings['format']
  device?: RenderSettings['needs']['device']
}

export function addSettingOptions(command: Command): Command {
  return command
    .option('--frames <list>', 'frames, such as 1-100,120 or 1-100x2', frameList)
    .option('--step <n>', 'frame step', wholeNumber('--step', 1, 10_000))
    .option('--blend <path>', '.blend file within the zip')
    .option('--scene <name>', 'scene within the file')
    .option('--camera <name>', 'camera')
    .option('--width <pixels>', 'width in pixels', wholeNumber('--width', 4, 65_536))
    .option('--height <pixels>', 'height in pixels', wholeNumber('--height', 4, 65_536))
    .option('--percentage <n>', 'resolution percentage', wholeNumber('--percentage', 1, 1_000))
    .option(
      '--engine <name>',
      'render engine: cycles, eevee or workbench',
      oneOf('--engine', engines),
    )
    .option('--samples <n>', 'samples per pixel', wholeNumber('--samples', 1, 1_000_000))
    .option('--denoise <on|off>', 'turn denoising on or off', oneOf('--denoise', ['on', 'off']))
    .option('--format <name>', 'image format: png, openexr or jpeg', oneOf('--format', formats))
    .option('--device <kind>', 'device: cpu, gpu or any', oneOf('--device', ['any', 'cpu', 'gpu']))
}

function frameList(list: string): string {
  const { problem } = readFrameList(list)
  if (problem !== null) throw new UsageError(`--frames: ${problem}`)
  return list
}

const engines = ['cycles', 'eevee', 'workbench'] as const
const formats = ['png', 'openexr', 'jpeg'] as const

/** Changes the job to the settings on the command line; the rest stays as in the file. */
export async function applySettings(
  ctx: Ctx,
  job: RenderJob,
  { scene, options }: { scene: RenderScene; options: SettingOptions },
): Promise<RenderJob> {
  const settings = settingsWith(job.settings, scene, options)
  if (JSON.stringify(settings) === JSON.stringify(job.settings)) return job
  return ctx.client.rendering.change({
    params: { id: job.taskId },
    body: { settings },
    signal: ctx.signal,
  })
}

/**
 * Explicit frames mean all of them, and an explicit size means exactly that: the file's step and percentage are reset.
 */
export function settingsWith(
  settings: RenderSettings,
  scene: Pick<RenderScene, 'contents'>,
  options: SettingOptions,
): RenderSettings {
  const base = baseOf(settings, scene, options)
  const { denoise, device = base.needs.device } = options
  const saysSize = options.width !== undefined || options.height !== undefined
  return {
    ...base,
    camera: options.camera ?? base.camera,
    frames: options.frames ?? base.frames,
    step: options.step ?? (options.frames === undefined ? base.step : 1),
    width: options.width ?? base.width,
    height: options.height ?? base.height,
    percentage: options.percentage ?? (saysSize ? 100 : base.percentage),
    engine: options.engine ?? base.engine,
    samples: options.samples ?? base.samples,
    format: options.format ?? base.format,
    denoise: denoise === undefined ? base.denoise : denoise === 'on',
    needs: { ...base.needs, device },
  }
}

/** Another .blend or scene has its own range, size and camera. */
function baseOf(
  settings: RenderSettings,
  { contents }: Pick<RenderScene, 'contents'>,
  { blend: blendPath, scene }: SettingOptions,
): RenderSettings {
  if (blendPath === undefined && scene === undefined) return settings
  const blend = chosenBlend(contents.blends, blendPath ?? settings.blend_path)
  const names = blend.facts.scenes.map(({ name }) => name)
  if (scene !== undefined && !names.includes(scene))
    throw new UsageError(`Scene "${scene}" not found. Available: ${names.join(', ')}`)
  return settingsOfBlend(blend, scene)
}

function chosenBlend(blends: readonly SceneBlend[], wanted: string): SceneBlend {
  const chosen = blends.find(({ path }) => path === wanted)
  if (chosen !== undefined) return chosen
  const paths = blends.map(({ path }) => path).join(', ')
  throw new UsageError(`"${wanted}" not found in the zip. Available: ${paths}`)
}
