import { z } from 'zod'
import { MicroUsd, MicroUsdPerHour, Timestamp } from '../core/values.ts'
import { ServiceCredit } from '../ledger/service-credit.ts'
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

/** The cost of an instance, interval by interval; `total_micro_usd` is the ledger's own sum. */
export const Receipt = z.strictObject({
  instance: Instance,
  lines: z.array(ReceiptLine),
  total_micro_usd: MicroUsd,
  /** What its provider paid back or will, oldest first. */
  credits: z.array(ServiceCredit),
  /** What was paid back of the total. */
  credited_micro_usd: MicroUsd,
  running_s: z.int(),
  stopped_s: z.int(),
  /**
   * Whether nothing more can be charged: the instance is destroyed, or its machine did not carry out the destroy in
   * time.
   */
  final: z.boolean(),
})
export type Receipt = z.infer<typeof Receipt>
