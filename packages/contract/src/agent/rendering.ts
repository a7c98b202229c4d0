import { z } from 'zod'
import { AgentCount, agentLimits, agentText } from '../core/agent-limits.ts'
import { RenderChunkId, RenderJobId } from '../core/ids.ts'
import { Sha256 } from '../core/values.ts'
import { RenderEngine } from '../rendering/blend-facts.ts'
import { RenderProblemCode } from '../rendering/frame.ts'
import { RenderFormat } from '../rendering/settings.ts'

/** How much of a scene the machine holds; `ready` once all of it is there, is what its name says, and is unpacked. */
export const SceneHeld = z.object({
  received_bytes: z.int().min(0),
  ready: z.boolean(),
})
export type SceneHeld = z.infer<typeof SceneHeld>

/** A part of a picture in whole pixels from the top left. */
export const Region = z.object({
  x: z.int().min(0),
  y: z.int().min(0),
  width: z.int().min(1),
  height: z.int().min(1),
})
export type Region = z.infer<typeof Region>

/** The settings for Blender, passed as a JSON file; paths are within the scene's folder. */
export const BlenderSettings = z.object({
  scene: z.string(),
  camera: z.string(),
  width: z.int(),
  height: z.int(),
  percentage: z.int(),
  engine: RenderEngine,
  samples: z.int().nullable(),
  denoise: z.boolean(),
  format: RenderFormat,
  compositing: z.boolean(),
  device: z.enum(['cpu', 'gpu']),
})
export type BlenderSettings = z.infer<typeof BlenderSettings>

/**
 * A part of a chunk: a whole frame, a tile of one, or a range of its samples. Messages call parts `pieces`, which agents
 * since 0.1.0 speak; the name changes with the next version of the protocol.
 */
export const ChunkPart = z.object({
  /** The name of the part within its chunk, and of its file: `frame`, or `frame.part`. */
  key: z.string().regex(/^-?\d{1,7}(\.\d{1,4})?$/),
  frame: z.int(),
  region: Region.nullable(),
  /** Samples from `offset` on, `count` of them; adaptive sampling is then off. */
  sample_range: z.object({ offset: z.int().min(0), count: z.int().min(1) }).nullable(),
})
export type ChunkPart = z.infer<typeof ChunkPart>

/**
 * The scene that every machine renders to show what it can, and that it does so rightly: made by the agent itself, and
 * each time another one by its seed and its camera.
 */
export const CanaryWork = z.object({
  kind: z.literal('canary'),
  samples: z.int().min(1).max(100_000),
  seed: z.int().min(0).max(2_147_483_647),
  /** Of the camera: how far around the scene, how high, and its focal length. */
  view: z.object({
    turn_deg: z.number().min(-180).max(180),
    height_m: z.number().min(0).max(10),
    lens_mm: z.number().min(10).max(200),
  }),
})
export type CanaryWork = z.infer<typeof CanaryWork>

export const RenderChunkSpec = z.object({
  chunk_id: RenderChunkId,
  /** Given back in every report: a machine whose lease was given to another is not listened to. */
  lease_token: z.string(),
  work: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('render'),
      /** Whose chunks may share one Blender that stays open: another job's never. `null`: of an older control plane. */
      job_id: RenderJobId.nullable().default(null),
      scene: Sha256,
      blend_path: z.string(),
      settings: BlenderSettings,
      pieces: z.array(ChunkPart).min(1).max(1_000),
    }),
    CanaryWork,
    /** Puts sample ranges of one frame together; the inputs were sent as scenes of one file each. */
    z.object({
      kind: z.literal('merge'),
      inputs: z.array(Sha256).min(2).max(16),
      scene: Sha256,
      blend_path: z.string(),
      settings: BlenderSettings,
      frame: z.int(),
    }),
  ]),
  limits: z.object({
    piece_s_max: z.int().min(1),
    no_progress_s_max: z.int().min(1),
    memory_mib_max: z.int().min(64).nullable(),
    output_bytes_max: z.int().min(1),
  }),
})
export type RenderChunkSpec = z.infer<typeof RenderChunkSpec>

/** `after_piece`: the part that is being rendered is finished first. */
export const StopChunk = z.object({ mode: z.enum(['now', 'after_piece']) })
export type StopChunk = z.infer<typeof StopChunk>

export const TakenFiles = z.object({ keys: z.array(z.string()).min(1).max(1_000) })
export type TakenFiles = z.infer<typeof TakenFiles>

const ChunkPartProblem = z.object({
  code: RenderProblemCode,
  text: agentText(agentLimits.sentenceChars),
})

/** The state of one part of a chunk, as the machine reports it. */
export const ChunkPartReport = z.object({
  key: agentText(20),
  state: z.enum(['rendering', 'done', 'failed']),
  sample: AgentCount.nullable(),
  samples: AgentCount.nullable(),
  /** By Blender's own clock: the picture alone, without loading and saving. */
  render_s: z.number().nullable(),
  file: z
    .object({ name: z.string().regex(/^(?!\.)[\w.-]{1,100}$/), bytes: z.int(), sha256: Sha256 })
    .nullable(),
  problem: ChunkPartProblem.nullable(),
})
export type ChunkPartReport = z.infer<typeof ChunkPartReport>

/** The state of one chunk, complete and repeated in every heartbeat; parts whose files were taken are left out. */
export const ChunkReport = z.object({
  chunk_id: RenderChunkId,
  lease_token: agentText(agentLimits.nameChars),
  /** `waiting`: another chunk is before it. `fetching`: its scene is not here yet. `ended`: nothing more will come. */
  phase: z.enum(['waiting', 'fetching', 'loading', 'rendering', 'ended']),
  pieces: z.array(ChunkPartReport).max(agentLimits.pieces),
  /** The problem that ended the whole chunk; parts without a report of their own were not rendered. */
  problem: ChunkPartProblem.nullable(),
  /** Of the canary: its samples a minute. */
  samples_per_minute: z.number().nullable(),
  memory_peak_mib: AgentCount.nullable(),
})
export type ChunkReport = z.infer<typeof ChunkReport>
