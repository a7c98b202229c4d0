import { limits } from '@gridloom/contract/core/constants'
import type {
  BlendScene,
  SceneBlend,
  SceneContents,
} from '@gridloom/contract/rendering/blend-facts'
import type { RenderFormat, RenderSettings } from '@gridloom/contract/rendering/settings'

/** The initial settings of a job: those of the file, with defaults for the rest. */
export function settingsOf(contents: SceneContents): RenderSettings {
  const [blend] = contents.blends
  if (blend === undefined) throw new RangeError('an upload holds at least one Blender file')
  return settingsOfBlend(blend)
}

/** The same for one Blender file of a zip, and one of its scenes: the open one by default. */
export function settingsOfBlend(blend: SceneBlend, sceneName?: string): RenderSettings {
  const { facts, path } = blend
  const name = sceneName ?? facts.active_scene
  const scene = facts.scenes.find((one) => one.name === name) ?? facts.scenes[0]
  return {
    blend_path: path,
    scene: scene?.name ?? facts.active_scene ?? 'Scene',
    camera: scene?.camera ?? '',
    frames: framesOf(scene),
    step: clamp(scene?.frame_step ?? 1, 1, 10_000),
    width: clamp(scene?.width ?? 1_920, 4, 65_536),
    height: clamp(scene?.height ?? 1_080, 4, 65_536),
    percentage: clamp(scene?.percentage ?? 100, 1, 1_000),
    engine: engineOf(scene),
    samples: null,
    denoise: scene?.denoise ?? false,
    format: formatOf(scene?.output_format ?? null),
    fps: Math.min(240, Math.max(1, scene?.fps ?? 24)),
    compositing: scene?.uses_compositing ?? true,
    split: { kind: 'whole' },
    chunk_target_s: 120,
    needs: {
      device: 'any',
      memory_mib_min: 0,
      machine_ids: [],
      micro_usd_per_reference_hour_max: null,
    },
  }
}

/** The settings that affect the picture; pictures stay valid when others change. */
const pictureSettings = [
  'blend_path',
  'scene',
  'camera',
  'width',
  'height',
  'percentage',
  'engine',
  'samples',
  'denoise',
  'format',
  'compositing',
] as const satisfies readonly (keyof RenderSettings)[]

/**
 * Whether a change of settings makes existing pictures invalid. Sample ranges render without adaptive sampling and so
 * look different; assembled tiles equal the whole picture. The device affects the tones of a sequence.
 */
export function changesPicture(before: RenderSettings, after: RenderSettings): boolean {
  return (
    pictureSettings.some((name) => before[name] !== after[name]) ||
    before.needs.device !== after.needs.device ||
    isSampled(before) !== isSampled(after)
  )
}

/** Parts that each frame is rendered in; 1 when whole. */
export function partsPerFrame({ split }: Pick<RenderSettings, 'split'>): number {
  if (split.kind === 'tiles') return split.columns * split.rows
  return split.kind === 'samples' ? split.ranges : 1
}

function isSampled({ split }: RenderSettings): boolean {
  return split.kind === 'samples'
}

/** The scene's own range, cut to the maximum length of a job. */
function framesOf(scene: BlendScene | undefined): string {
  const first = scene?.frame_start ?? 1
  const last = scene?.frame_end ?? first
  if (last <= first) return `${first}`
  const every = clamp(scene?.frame_step ?? 1, 1, 10_000)
  return `${first}-${Math.min(last, first + (limits.framesPerJob - 1) * every)}`
}

function engineOf(scene: BlendScene | undefined): RenderSettings['engine'] {
  const engine = scene?.engine ?? 'cycles'
  return engine === 'other' ? 'cycles' : engine
}

/** Maps Blender's name of a format to one of ours; movies become frames. */
function formatOf(name: string | null): RenderFormat {
  if (name === null) return 'png'
  if (name.startsWith('OPEN_EXR')) return 'openexr'
  return name.startsWith('JPEG') ? 'jpeg' : 'png'
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, Math.trunc(value)))
}
