import { z } from 'zod'
import { MicroUsd, MicroUsdPerHour, Timestamp } from '../core/values.ts'
import { RenderJob } from './job.ts'

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
  /** The number of all lines, beyond the page too; the ledger's own sum. */
  lines_total: z.int(),
  total_micro_usd: MicroUsd,
  reference_s: z.number(),
  /** Whether the job has ended and its hold was released. */
  final: z.boolean(),
})
export type RenderReceipt = z.infer<typeof RenderReceipt>
