import { z } from 'zod'
import { agentLimits, agentText } from './agent/limits.ts'
import { RenderEngine, SceneContents } from './blend-facts.ts'
import { limits } from './constants.ts'
import {
  MachineId,
  RenderCheckId,
  RenderChunkId,
  RenderJobId,
  RenderSceneId,
  RenderUploadId,
} from './ids.ts'
import { MicroUsd, MicroUsdPerHour, Timestamp } from './values.ts'

/** SHA-256 as lower-case hexadecimal. */
export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256')
export type Sha256 = z.infer<typeof Sha256>

/** An uploaded scene: content that is kept once for an account, however often it is rendered. */
export const RenderScene = z.strictObject({
  id: RenderSceneId,
  file_name: z.string(),
  /** Of the list of the hashes of its pieces: see `renderPieceBytes`. */
  content_hash: Sha256,
  size_bytes: z.int(),
  contents: SceneContents,
  uploaded_at: Timestamp,
  jobs: z.int(),
})
export type RenderScene = z.infer<typeof RenderScene>

export const RenderUpload = z.strictObject({
  id: RenderUploadId,
  file_name: z.string(),
  size_bytes: z.int(),
  received_bytes: z.int(),
  expires_at: Timestamp,
})
export type RenderUpload = z.infer<typeof RenderUpload>

export const RenderFormat = z.enum(['png', 'openexr', 'jpeg'])
export type RenderFormat = z.infer<typeof RenderFormat>

/** How one frame is shared among machines. */
export const RenderSplit = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('whole') }),
  /** Whole-pixel tiles without denoising, put together exactly. */
  z.strictObject({
    kind: z.literal('tiles'),
    columns: z.int().min(1).max(16),
    rows: z.int().min(1).max(16),
  }),
  /** Ranges of samples, merged by Blender, then denoised where that is wanted. */
  z.strictObject({ kind: z.literal('samples'), ranges: z.int().min(2).max(16) }),
])
export type RenderSplit = z.infer<typeof RenderSplit>

/** Frame numbers as people write them: `1-100,120` or `1-100x2`. */
export const FrameList = z
  .string()
  .trim()
  .min(1)
  .max(2_000)
  .regex(
    /^-?\d{1,7}(-(-?\d{1,7})(x\d{1,5})?)?(\s*,\s*-?\d{1,7}(-(-?\d{1,7})(x\d{1,5})?)?)*$/,
    'must be frames like 1-100,120',
  )

/** What is to be rendered, and how. It reaches Blender as a file of JSON, never as text of a command. */
export const RenderSettings = z.strictObject({
  /** Which Blender file of a zip. */
  blend_path: z.string().max(1_024),
  scene: z.string().max(1_024),
  camera: z.string().max(1_024),
  frames: FrameList,
  step: z.int().min(1).max(10_000),
  width: z.int().min(4).max(65_536),
  height: z.int().min(4).max(65_536),
  percentage: z.int().min(1).max(1_000),
  engine: RenderEngine.exclude(['other']),
  /** `null`: as the file has them. */
  samples: z.int().min(1).max(1_000_000).nullable(),
  denoise: z.boolean(),
  format: RenderFormat,
  /** Of the video that can be made of the frames. */
  fps: z.number().min(1).max(240),
  compositing: z.boolean(),
  split: RenderSplit,
  /** How long the frames that a machine is given together should take it. */
  chunk_target_s: z.int().min(60).max(180),
  needs: z.strictObject({
    device: z.enum(['any', 'cpu', 'gpu']),
    memory_mib_min: z.int().min(0).max(16_777_216),
    /** Only these, such as one's own; empty: any. */
    machine_ids: z.array(MachineId).max(100),
    /** A machine that asks more for a reference hour is not taken. */
    micro_usd_per_reference_hour_max: MicroUsdPerHour.nullable(),
  }),
})
export type RenderSettings = z.infer<typeof RenderSettings>

/**
 * `draft`: being configured. `testing`: the test frame is rendered. `tested`: it is there, with an estimate.
 * `rendering`, `paused`: under way. `completed`: every frame is there (or given up, which `failed_frames` counts).
 */
export const RenderJobState = z.enum([
  'draft',
  'testing',
  'tested',
  'rendering',
  'paused',
  'completed',
  'cancelled',
])
export type RenderJobState = z.infer<typeof RenderJobState>

/** Why a job waits or stands where it is. */
export const RenderReasonCode = z.enum([
  'no_machine',
  'budget_used',
  'balance_used',
  'paused_by_owner',
  'cancelled_by_owner',
  'test_failed',
  'frames_failed',
  'frames_held',
])
export type RenderReasonCode = z.infer<typeof RenderReasonCode>

/**
 * `pending`: to be given out. `rendering`: with a machine. `checking`: the picture is here and compared with
 * another machine's. `held`: the picture is here, no other machine can check it, and its pay waits until one can or its
 * owner accepts it. `assembling`: its tiles or sample ranges are put together. `done`: accepted, and paid. `failed`:
 * three different machines failed at it, or nobody accepted it in time.
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

/** What can go wrong with a frame or a chunk; closed, each with a text a person understands. */
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
  /** Our sentence. */
  text: z.string().max(2_000),
  /** The machine's own words, where it gave any: one plain line that nobody checked. */
  machine_says: z.string().max(2_000).optional(),
})
export type RenderProblem = z.infer<typeof RenderProblem>

/** Seconds and money ahead, with where they come from. */
export const RenderEstimate = z.strictObject({
  frames: z.int(),
  /** What one frame takes on a reference machine (score 1). */
  reference_s_per_frame: z.number(),
  micro_usd_per_frame: MicroUsd,
  low_micro_usd: MicroUsd,
  expected_micro_usd: MicroUsd,
  high_micro_usd: MicroUsd,
  /** With the machines that are there now; `null` when none is. */
  wall_s: z.int().nullable(),
  machines: z.int(),
  /** How it was reckoned, a sentence each. */
  reasons: z.array(z.string()),
})
export type RenderEstimate = z.infer<typeof RenderEstimate>

/** The steps of a job as a person goes through them; `activeStep` is an index into these. */
export const renderSteps = ['upload', 'configure', 'test', 'render', 'download'] as const

/** The camel-cased fields are the specification's. */
export const RenderJob = z.strictObject({
  /** The job's id. */
  taskId: RenderJobId,
  fileName: z.string(),
  /** Index into {@link renderSteps}: where the person is. */
  activeStep: z.int().min(0).max(4),
  /** How many of {@link renderSteps} are completed. */
  stepCompleted: z.int().min(0).max(5),
  scene_id: RenderSceneId,
  state: RenderJobState,
  reason: z.strictObject({ code: RenderReasonCode, text: z.string() }).nullable(),
  settings: RenderSettings,
  priority: z.int().min(0).max(100),
  frames_total: z.int(),
  frames_done: z.int(),
  frames_failed: z.int(),
  frames_rendering: z.int(),
  test_frame: z.int().nullable(),
  estimate: RenderEstimate.nullable(),
  /** Never passed: what is charged and set aside together stays below. */
  budget_micro_usd: MicroUsd,
  charged_micro_usd: MicroUsd,
  held_micro_usd: MicroUsd,
  /** No frame costs more: a multiple of the estimate that was shown (`framePriceTimesMax`); `null` before there is one. */
  frame_micro_usd_max: MicroUsd.nullable(),
  /** Frames in state `held`, and what accepting all of them costs. */
  frames_held: z.int(),
  frames_held_micro_usd: MicroUsd,
  /** Seconds until the last frame, from what the machines do now; `null` when nothing moves. */
  eta_s: z.int().nullable(),
  machines_now: z.int(),
  /** A frame whose picture can stand for the job; `null` before the first. */
  thumbnail_frame: z.int().nullable(),
  created_at: Timestamp,
  started_at: Timestamp.nullable(),
  finished_at: Timestamp.nullable(),
})
export type RenderJob = z.infer<typeof RenderJob>

export const RenderFrame = z.strictObject({
  number: z.int(),
  state: FrameState,
  machine_id: MachineId.nullable(),
  /** Of the present attempt, 0–100. */
  percent: z.number().nullable(),
  /** What the machine took, and on a reference machine. */
  render_s: z.number().nullable(),
  reference_s: z.number().nullable(),
  charged_micro_usd: MicroUsd,
  /** What accepting it costs, while it is `held`. */
  held_micro_usd: MicroUsd,
  bytes: z.int().nullable(),
  /** Changes with the picture: part of what a reader may keep. */
  sha256: Sha256.nullable(),
  failures: z.int(),
  problem: RenderProblem.nullable(),
  approval: z.enum(['open', 'approved', 'rejected']),
  /**
   * Who says that it is right: `by_machine`, another owner's; `by_owner`, who ordered it; `by_form`, nobody looked further,
   * since its machine is the renter's own, vouched for, or was spared by chance for the trust in it.
   */
  checked: z.enum(['not_yet', 'by_form', 'by_machine', 'by_owner']),
})
export type RenderFrame = z.infer<typeof RenderFrame>

/** Frames given out together: a bar in a machine's lane. */
export const RenderChunk = z.strictObject({
  id: RenderChunkId,
  kind: z.enum(['frames', 'check', 'merge']),
  machine_id: MachineId,
  machine_name: z.string(),
  state: z.enum(['leased', 'done', 'failed', 'lost', 'stopped']),
  frames: z.array(z.int()),
  /** What it does just now, such as `frame 12, sample 80 of 512`. */
  activity: z.string().nullable(),
  started_at: Timestamp,
  ended_at: Timestamp.nullable(),
  problem: RenderProblem.nullable(),
  has_log: z.boolean(),
})
export type RenderChunk = z.infer<typeof RenderChunk>

/** One paid frame on a receipt. */
export const RenderReceiptLine = z.strictObject({
  frame: z.int(),
  machine_name: z.string(),
  render_s: z.number(),
  machine_score: z.number(),
  reference_s: z.number(),
  micro_usd_per_reference_hour: MicroUsdPerHour,
  micro_usd: MicroUsd,
  transaction_id: z.string(),
  at: Timestamp,
})
export type RenderReceiptLine = z.infer<typeof RenderReceiptLine>

export const RenderReceipt = z.strictObject({
  job: RenderJob,
  lines: z.array(RenderReceiptLine),
  /** All lines, beyond the page too; the ledger's own sum. */
  lines_total: z.int(),
  total_micro_usd: MicroUsd,
  reference_s: z.number(),
  /** Whether the job has ended and its hold was given back. */
  final: z.boolean(),
})
export type RenderReceipt = z.infer<typeof RenderReceipt>

/** A comparison with another owner's machine: the evidence that both owners see. */
export const RenderCheck = z.strictObject({
  id: RenderCheckId,
  frame: z.int(),
  machine_id: MachineId,
  /** Part of the picture in pixels from the top left. */
  region: z.strictObject({ x: z.int(), y: z.int(), width: z.int(), height: z.int() }),
  outcome: z.enum(['pending', 'same', 'different', 'undecided']),
  /** Decibels; `null` where the two are equal to the bit, or not compared yet. */
  psnr_db: z.number().nullable(),
  /** Share of pixels that differ by more than 2 of 255. */
  differing_percent: z.number().nullable(),
  /** Whether the two are there to be looked at. */
  has_crops: z.boolean(),
  at: Timestamp,
})
export type RenderCheck = z.infer<typeof RenderCheck>

/** What a machine's Blender can do, as its agent found out by trying. */
export const RenderCapability = z.object({
  driver: z.enum(['blender', 'bpy']),
  /** Such as `3.4.1`; of those that are rendered with, which `isSupportedBlender` knows. */
  blender_version: agentText(20),
  engines: z.array(RenderEngine.exclude(['other'])).max(10),
  devices: z
    .array(
      z.object({
        kind: z.enum(['cpu', 'cuda', 'optix', 'hip', 'oneapi', 'metal']),
        name: agentText(200),
      }),
    )
    .max(agentLimits.gpus * 2),
  denoisers: z.array(z.enum(['openimagedenoise', 'optix'])).max(10),
  features: z.array(agentText(60)).max(100),
  threads: z.int().min(1).max(65_536),
  sandbox: z.enum(['bubblewrap']),
})
export type RenderCapability = z.infer<typeof RenderCapability>

/** Rendering on one machine, as its owner sees it. */
export const MachineRendering = z.strictObject({
  machine_id: MachineId,
  enabled: z.boolean(),
  /** What a reference hour on it costs: what a machine of score 1 does in an hour. */
  micro_usd_per_reference_hour: MicroUsdPerHour,
  capability: RenderCapability.nullable(),
  /** Why it cannot render, where it says so. */
  missing: z.string().nullable(),
  /** `unproven`: the canary was not rendered, or compared, yet. `refused`: its pixels were wrong. */
  admission: z.enum(['unproven', 'admitted', 'refused']),
  /** Its speed against the reference machine's, by the control plane's clock; `null` before it was measured. */
  score: z.number().nullable(),
  /** 0–100; new machines begin at 50, and every frame of theirs is checked until 80. */
  trust: z.int().min(0).max(100),
  /** Whether the operator stands in for what it renders. */
  vouched: z.boolean(),
  /** Machines of other owners, there now, that make the same pixels and may check it. With none, its pay is held. */
  checkers: z.int(),
  /** Pictures of it whose pay is held, and how much that is, before our fee. */
  frames_held: z.int(),
  held_micro_usd: MicroUsd,
  frames_paid: z.int(),
  frames_refused: z.int(),
  earned_micro_usd: MicroUsd,
  checks: z.array(RenderCheck),
})
export type MachineRendering = z.infer<typeof MachineRendering>

/** The last lines of what Blender said, for one chunk. */
export const RenderLog = z.strictObject({ text: z.string(), truncated: z.boolean() })
export type RenderLog = z.infer<typeof RenderLog>

export const RenderJobChange = z.strictObject({
  settings: RenderSettings.optional(),
  priority: z.int().min(0).max(100).optional(),
  budget_micro_usd: MicroUsd.min(1).max(1_000_000_000_000).optional(),
})
export type RenderJobChange = z.infer<typeof RenderJobChange>

export const FrameNumbers = z.array(z.int()).min(1).max(limits.framesPerCall)
