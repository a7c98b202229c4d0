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
  /** Empty where nothing was charged, and for sums. */
  transaction_id: z.string(),
})
export type ReceiptLine = z.infer<typeof ReceiptLine>

/** What a line stands for: each interval, or the sum of those of one kind and price in a UTC day or month, or of one kind. */
export const ReceiptLinesPer = z.enum(['interval', 'day', 'month', 'kind'])
export type ReceiptLinesPer = z.infer<typeof ReceiptLinesPer>

/** The cost of an instance, interval by interval; `total_micro_usd` is the ledger's own sum. */
export const Receipt = z.strictObject({
  instance: Instance,
  /** At most 5,000: more intervals are sums, which `lines_per` says. The CSV file lists each. */
  lines: z.array(ReceiptLine),
  lines_per: ReceiptLinesPer,
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
