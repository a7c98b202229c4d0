import { z } from 'zod'
import { MachineId, RenderCheckId } from '../core/ids.ts'
import { Timestamp } from '../core/values.ts'

/** A comparison with another owner's machine: the evidence that both owners see. */
export const RenderCheck = z.strictObject({
  id: RenderCheckId,
  frame: z.int(),
  machine_id: MachineId,
  /** The region of the picture in pixels from the top left. */
  region: z.strictObject({ x: z.int(), y: z.int(), width: z.int(), height: z.int() }),
  outcome: z.enum(['pending', 'same', 'different', 'undecided']),
  /** Decibels; `null` if the two are equal bit for bit, or not compared yet. */
  psnr_db: z.number().nullable(),
  /** The share of pixels that differ by more than 2 of 255. */
  differing_percent: z.number().nullable(),
  /** Whether the two crops are stored and can be viewed. */
  has_crops: z.boolean(),
  at: Timestamp,
})
export type RenderCheck = z.infer<typeof RenderCheck>
