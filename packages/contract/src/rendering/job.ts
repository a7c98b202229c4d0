import { z } from 'zod'
import { RenderJobId, RenderSceneId } from '../core/ids.ts'
import { MicroUsd, Timestamp } from '../core/values.ts'
import { RenderSettings } from './settings.ts'

/**
 * `draft`: being configured. `testing`: the test frame is rendered. `tested`: it is done, with an estimate.
 * `rendering`, `paused`: in progress. `completed`: every frame is done (or has failed, which `frames_failed` counts).
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

/** Why a job waits or is in its state. */
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

/** The expected time and cost, and their basis. */
export const RenderEstimate = z.strictObject({
  frames: z.int(),
  /** Milliseconds that one frame takes on a reference machine (score 1). */
  reference_s_per_frame: z.number(),
  micro_usd_per_frame: MicroUsd,
  low_micro_usd: MicroUsd,
  expected_micro_usd: MicroUsd,
  high_micro_usd: MicroUsd,
  /** With the machines that are online now; `null` if there are none. */
  wall_s: z.int().nullable(),
  machines: z.int(),
  /** How it was calculated, one sentence each. */
  reasons: z.array(z.string()),
})
export type RenderEstimate = z.infer<typeof RenderEstimate>

/** The steps of a job for its user; `activeStep` is an index into these. */
export const renderSteps = ['upload', 'configure', 'test', 'render', 'download'] as const

/** The camel-cased fields are the specification's. */
export const RenderJob = z.strictObject({
  /** The job's id. */
  taskId: RenderJobId,
  fileName: z.string(),
  /** Index into {@link renderSteps}: the user's current step. */
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
  /** The limit of charges and holds together. */
  budget_micro_usd: MicroUsd,
  charged_micro_usd: MicroUsd,
  held_micro_usd: MicroUsd,
  /**
   * The maximum cost of a frame: a multiple of the estimate that was shown (`framePriceTimesMax`); `null` before there
   * is one.
   */
  frame_micro_usd_max: MicroUsd.nullable(),
  /** Frames in state `held`, and the price of accepting all of them. */
  frames_held: z.int(),
  frames_held_micro_usd: MicroUsd,
  /** Seconds until the last frame, from the current speed of the machines; `null` when none is at work. */
  eta_s: z.int().nullable(),
  machines_now: z.int(),
  /** A frame whose picture represents the job; `null` before the first. */
  thumbnail_frame: z.int().nullable(),
  created_at: Timestamp,
  started_at: Timestamp.nullable(),
  finished_at: Timestamp.nullable(),
})
export type RenderJob = z.infer<typeof RenderJob>

export const RenderJobChange = z.strictObject({
  settings: RenderSettings.optional(),
  priority: z.int().min(0).max(100).optional(),
  budget_micro_usd: MicroUsd.min(1).max(1_000_000_000_000).optional(),
})
export type RenderJobChange = z.infer<typeof RenderJobChange>
