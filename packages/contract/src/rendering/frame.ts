import { z } from 'zod'
import { limits } from '../core/constants.ts'
import { MachineId } from '../core/ids.ts'
import { MicroUsd, Sha256 } from '../core/values.ts'

/**
 * `pending`: to be assigned. `rendering`: assigned to a machine. `checking`: the picture is delivered and compared with
 * another machine's. `held`: the picture is delivered, no other machine can check it, and its pay waits until one can
 * or its owner accepts it. `assembling`: its tiles or sample ranges are merged. `done`: accepted and paid. `failed`:
 * three different machines failed at it, or it was not accepted in time.
 */
export const FrameState = z.enum([
  'pending',
  'rendering',
  'assembling',
  'checking',
  'held',
  'done',
  'failed',
  'cancelled',
])
export type FrameState = z.infer<typeof FrameState>

/** The closed list of problems of a frame or a chunk; each has a text for users. */
export const RenderProblemCode = z.enum([
  'no_camera',
  'file_broken',
  'blender_too_old',
  'engine_missing',
  'denoiser_missing',
  'out_of_memory',
  'gpu_failed',
  'blender_crashed',
  'blender_failed',
  'timed_out',
  'no_progress',
  'too_fast',
  'not_a_picture',
  'wrong_size',
  'black_picture',
  'check_failed',
  'scene_missing',
  'sandbox_missing',
  'machine_left',
  'disk_full',
  'rented_out',
  'rejected_by_owner',
  'merge_failed',
  'not_accepted',
])
export type RenderProblemCode = z.infer<typeof RenderProblemCode>

export const RenderProblem = z.strictObject({
  code: RenderProblemCode,
  /** Our own text. */
  text: z.string().max(2_000),
  /** The machine's own error text, if any: one plain, unverified line. */
  machine_says: z.string().max(2_000).optional(),
})
export type RenderProblem = z.infer<typeof RenderProblem>

export const RenderFrame = z.strictObject({
  number: z.int(),
  state: FrameState,
  machine_id: MachineId.nullable(),
  /** The progress of the current attempt, 0–100. */
  percent: z.number().nullable(),
  /** Milliseconds on the machine, and on a reference machine. */
  render_s: z.number().nullable(),
  reference_s: z.number().nullable(),
  charged_micro_usd: MicroUsd,
  /** The price of accepting it, while it is `held`. */
  held_micro_usd: MicroUsd,
  bytes: z.int().nullable(),
  /** Changes with the picture: part of a reader's cache key. */
  sha256: Sha256.nullable(),
  failures: z.int(),
  problem: RenderProblem.nullable(),
  approval: z.enum(['open', 'approved', 'rejected']),
  /**
   * The confirmation of the picture: `by_machine`, by another owner's machine; `by_owner`, by the renter; `by_form`,
   * only its format was checked, since its machine is the renter's own, vouched for, or trusted and not sampled.
   */
  checked: z.enum(['not_yet', 'by_form', 'by_machine', 'by_owner']),
})
export type RenderFrame = z.infer<typeof RenderFrame>

export const FrameNumbers = z.array(z.int()).min(1).max(limits.framesPerCall)
