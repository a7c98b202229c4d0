import { z } from 'zod'
import { MicroUsdPerHour, Timestamp } from '../core/values.ts'

/** All-in prices of one slot with its memory and the default disk. */
export const MarketPrice = z.strictObject({
  lowest_micro_usd_per_hour: MicroUsdPerHour,
  median_micro_usd_per_hour: MicroUsdPerHour,
  /** Offers that it is measured over. */
  offers: z.int().min(1),
})
export type MarketPrice = z.infer<typeof MarketPrice>

/** The price of one kind of offer, now and over time. */
export const PriceHistory = z.strictObject({
  /** `null`: nothing of this kind can be rented now. */
  now: MarketPrice.nullable(),
  /** The median of each of the last 30 days (UTC) on which there were offers, oldest first. */
  days: z
    .array(z.strictObject({ day: z.iso.date(), median_micro_usd_per_hour: MicroUsdPerHour }))
    .max(30),
})
export type PriceHistory = z.infer<typeof PriceHistory>

/** Totals of the whole installation. "Today" is the day in UTC. */
export const Statistics = z.strictObject({
  /** The time of measurement; the answer is cached for up to 30 seconds. */
  at: Timestamp,
  machines_online: z.int().min(0),
  prices: z.strictObject({ gpu: PriceHistory, cpu: PriceHistory }),
  /** Finished and accepted frames. */
  frames_today: z.int().min(0),
  /** Complete answers of all models. */
  answers_today: z.int().min(0),
})
export type Statistics = z.infer<typeof Statistics>
