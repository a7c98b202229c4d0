import { z } from 'zod'
import { MachineId } from '../core/ids.ts'
import { MicroUsdPerHour } from '../core/values.ts'
import { RenderEngine } from './blend-facts.ts'

export const RenderFormat = z.enum(['png', 'openexr', 'jpeg'])
export type RenderFormat = z.infer<typeof RenderFormat>

/** How one frame is divided among machines. */
export const RenderSplit = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('whole') }),
  /** Whole-pixel tiles without denoising, assembled exactly. */
  z.strictObject({
    kind: z.literal('tiles'),
    columns: z.int().min(1).max(16),
    rows: z.int().min(1).max(16),
  }),
  /** Sample ranges, merged by Blender, then denoised if enabled. */
  z.strictObject({ kind: z.literal('samples'), ranges: z.int().min(2).max(16) }),
])
export type RenderSplit = z.infer<typeof RenderSplit>

/** Frame numbers as users write them: `1-100,120` or `1-100x2`. */
export const FrameList = z
  .string()
  .trim()
  .min(1)
  .max(2_000)
  .regex(
    /^-?[0-9]{1,7}(-(-?[0-9]{1,7})(x[0-9]{1,5})?)?( *, *-?[0-9]{1,7}(-(-?[0-9]{1,7})(x[0-9]{1,5})?)?)*$/,
    'must be frames like 1-100,120',
  )

/** The settings of a render job. They are passed to Blender as a JSON file, never as command line text. */
export const RenderSettings = z.strictObject({
  /** The Blender file of a zip. */
  blend_path: z.string().max(1_024),
  scene: z.string().max(1_024),
  camera: z.string().max(1_024),
  frames: FrameList,
  step: z.int().min(1).max(10_000),
  width: z.int().min(4).max(65_536),
  height: z.int().min(4).max(65_536),
  percentage: z.int().min(1).max(1_000),
  engine: RenderEngine.exclude(['other']),
  /** `null`: as in the file. */
  samples: z.int().min(1).max(1_000_000).nullable(),
  denoise: z.boolean(),
  format: RenderFormat,
  /** The frame rate of the video made from the frames. */
  fps: z.number().min(1).max(240),
  compositing: z.boolean(),
  split: RenderSplit,
  /** The target time of a machine for the frames that it is assigned together. */
  chunk_target_s: z.int().min(60).max(180),
  needs: z.strictObject({
    device: z.enum(['any', 'cpu', 'gpu']),
    memory_mib_min: z.int().min(0).max(16_777_216),
    /** Only these, such as the user's own; empty: any. */
    machine_ids: z.array(MachineId).max(100),
    /** Machines with a higher price per reference hour are not used. */
    micro_usd_per_reference_hour_max: MicroUsdPerHour.nullable(),
  }),
})
export type RenderSettings = z.infer<typeof RenderSettings>
