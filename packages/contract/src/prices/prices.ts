import { z } from 'zod'
import { MachineId } from '../core/ids.ts'
import { MicroUsdPerHour, Timestamp } from '../core/values.ts'

/**
 * Hardware whose prices are comparable: `gpu:` and the model, in which a unit is a GPU with its share of the machine, or
 * `cpu`, in which a unit is a thread with its share of the memory.
 */
export const HardwareClass = z
  .string()
  .regex(/^(?:cpu|gpu:.{1,200})$/)
  .meta({ examples: ['gpu:NVIDIA GeForce RTX 4090'] })
export type HardwareClass = z.infer<typeof HardwareClass>

/** Prices of one unit for an hour, without disk, over all units that are listed. */
export const AskedPrices = z.strictObject({
  p10_micro_usd_per_hour: MicroUsdPerHour,
  median_micro_usd_per_hour: MicroUsdPerHour,
  p90_micro_usd_per_hour: MicroUsdPerHour,
})
export type AskedPrices = z.infer<typeof AskedPrices>

/** One day (UTC) of a hardware class. */
export const PriceDay = z.strictObject({
  day: z.iso.date(),
  hardware_class: HardwareClass,
  /** Of the prices of its hours; over all units that were listed. */
  ...AskedPrices.shape,
  /** The median of what renters paid per unit; `null`: nothing was rented. */
  paid_median_micro_usd_per_hour: MicroUsdPerHour.nullable(),
  /** What the last renter of the day agreed to pay per unit; `null`: nobody began to rent. */
  last_rented_micro_usd_per_hour: MicroUsdPerHour.nullable(),
  /** Units that were listed, and rented, added up over the hours in which they were counted. */
  unit_hours_listed: z.number().min(0),
  unit_hours_rented: z.number().min(0),
})
export type PriceDay = z.infer<typeof PriceDay>

/** A hardware class on the market, as of the last full hour. */
export const ClassPrices = z.strictObject({
  hardware_class: HardwareClass,
  /** The start of the hour in which it was measured. */
  at: Timestamp,
  ...AskedPrices.shape,
  paid_median_micro_usd_per_hour: MicroUsdPerHour.nullable(),
  units_listed: z.number().min(0),
  units_rented: z.number().min(0),
  /** `null`: nobody has rented it since prices are recorded. */
  last_rented: z.strictObject({ micro_usd_per_hour: MicroUsdPerHour, at: Timestamp }).nullable(),
  /** The median of each of the last 30 days on which it was listed, oldest first. */
  days: z
    .array(z.strictObject({ day: z.iso.date(), median_micro_usd_per_hour: MicroUsdPerHour }))
    .max(30),
})
export type ClassPrices = z.infer<typeof ClassPrices>

/** The month of an open data file. */
export const PriceMonth = z
  .string()
  .regex(/^20[0-9]{2}-(?:0[1-9]|1[0-2])$/)
  .meta({ examples: ['2026-11'] })

/** The name of an open data file: a month and its format. */
export const PriceFileName = z
  .string()
  .regex(/^20[0-9]{2}-(?:0[1-9]|1[0-2])\.(?:json|parquet)$/)
  .meta({ examples: ['2026-11.parquet'] })

/** How much of the time units at one price were rented. */
export const PriceUse = z.strictObject({
  micro_usd_per_hour: MicroUsdPerHour,
  /** The share of the listed hours in which units at about this price were rented. */
  rented_percent: z.number().min(0).max(100),
  /** What a unit earns in a day at this price and this share, before the platform's fee. */
  micro_usd_per_day: z.int().min(0),
  /** Listed unit hours that it was counted over. */
  unit_hours: z.number().min(0),
})
export type PriceUse = z.infer<typeof PriceUse>

/**
 * What the market of the last 14 days says about one price. `raise`, `lower`: another price would have earned at least
 * 5 % more. `keep`: none would. `unknown`: too little was listed or rented to say.
 */
export const PriceSuggestion = z.strictObject({
  machine_id: MachineId,
  hardware_class: HardwareClass,
  /** Price of a unit, as it is set now. */
  asked_micro_usd_per_hour: MicroUsdPerHour,
  verdict: z.enum(['raise', 'lower', 'keep', 'unknown']),
  /** At the price that is set now; `null`: nothing was listed at about this price. */
  now: PriceUse.nullable(),
  /** At the price that would have earned the most; `null` where that is not known. */
  best: PriceUse.nullable(),
})
export type PriceSuggestion = z.infer<typeof PriceSuggestion>
