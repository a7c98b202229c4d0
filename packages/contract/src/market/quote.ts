import { z } from 'zod'
import { OfferId, QuoteId } from '../core/ids.ts'
import { MicroUsd, MicroUsdPerHour, Timestamp } from '../core/values.ts'

export const QuoteLine = z.strictObject({
  kind: z.enum(['slot', 'memory', 'disk', 'stopped_disk']),
  text: z.string(),
  quantity: z.number(),
  unit: z.enum(['slot', 'GiB', 'GB']),
  micro_usd_per_hour: MicroUsdPerHour,
})
export type QuoteLine = z.infer<typeof QuoteLine>

/** The all-in price of an instance, locked for sixty seconds. */
export const Quote = z.strictObject({
  id: QuoteId,
  offer_id: OfferId,
  slots: z.int(),
  disk_gb: z.int(),
  lines: z.array(QuoteLine),
  running_micro_usd_per_hour: MicroUsdPerHour,
  stopped_micro_usd_per_hour: MicroUsdPerHour,
  /** The hold at the start; the unused part is released. */
  hold_micro_usd: MicroUsd,
  available_micro_usd: MicroUsd,
  /** Seconds that the balance lasts at the running price; `null` when it costs nothing. */
  lasts_s: z.int().nullable(),
  image_held: z.boolean(),
  expires_at: Timestamp,
})
export type Quote = z.infer<typeof Quote>
