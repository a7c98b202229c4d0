import { z } from 'zod'
import { MicroUsd, MicroUsdPerHour, Timestamp } from '../core/values.ts'
import { Instance } from './instance.ts'

/** One charged interval on a receipt. */
export const ReceiptLine = z.strictObject({
  key: z.string(),
  kind: z.enum(['running', 'stopped_disk']),
  from: Timestamp,
  to: Timestamp,
  seconds: z.int(),
  micro_usd_per_hour: MicroUsdPerHour,
  micro_usd: MicroUsd,
  transaction_id: z.string(),
})
export type ReceiptLine = z.infer<typeof ReceiptLine>

/** What an instance cost, interval by interval; `total_micro_usd` is the ledger's own sum. */
export const Receipt = z.strictObject({
  instance: Instance,
  lines: z.array(ReceiptLine),
  total_micro_usd: MicroUsd,
  running_s: z.int(),
  stopped_s: z.int(),
  /** Whether nothing can be charged any more: the instance is destroyed, or its machine's word on that counts no more. */
  final: z.boolean(),
})
export type Receipt = z.infer<typeof Receipt>
