import { z } from 'zod'
import { MachineId, RenderChunkId } from '../core/ids.ts'
import { Timestamp } from '../core/values.ts'
import { RenderProblem } from './frame.ts'

/** Frames assigned together: a bar in a machine's lane. */
export const RenderChunk = z.strictObject({
  id: RenderChunkId,
  kind: z.enum(['frames', 'check', 'merge']),
  machine_id: MachineId,
  machine_name: z.string(),
  state: z.enum(['leased', 'done', 'failed', 'lost', 'stopped']),
  frames: z.array(z.int()),
  /** The current activity, such as `frame 12, sample 80 of 512`. */
  activity: z.string().nullable(),
  started_at: Timestamp,
  ended_at: Timestamp.nullable(),
  problem: RenderProblem.nullable(),
  has_log: z.boolean(),
})
export type RenderChunk = z.infer<typeof RenderChunk>

/** The last lines of Blender's output for one chunk. */
export const RenderLog = z.strictObject({ text: z.string(), truncated: z.boolean() })
export type RenderLog = z.infer<typeof RenderLog>
