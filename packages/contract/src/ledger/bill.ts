import { z } from 'zod'
import { InstanceId, RenderJobId, ReservationId, VolumeId } from '../core/ids.ts'
import { MicroUsd, MicroUsdPerHour, Timestamp } from '../core/values.ts'
import { Product } from './line.ts'

/** A calendar month in UTC: `2026-11`. */
export const Month = z.string().regex(/^20[0-9]{2}-(?:0[1-9]|1[0-2])$/, 'Use YYYY-MM')
export type Month = z.infer<typeof Month>

/** A credit counts when it was paid, so that spending and earnings of a day or a month can be below zero. */
const money = {
  /** What was paid: charges, less the automatic credits. */
  spent_micro_usd: MicroUsd,
  /** Automatic credits from providers, already subtracted from the spending. */
  credited_micro_usd: MicroUsd,
  /** After the platform fee and the credits that were paid back to renters. */
  earned_micro_usd: MicroUsd,
  /** The platform fee of the earnings, less what was paid back of it. */
  fee_micro_usd: MicroUsd,
  /** Automatic credits to renters, with the platform's part: already subtracted from the earnings and the fee. */
  paid_back_micro_usd: MicroUsd,
}

/** The forecast cost of the whole month at the current rate. */
export const BillForecast = z.strictObject({
  micro_usd: MicroUsd,
  /** The cost per hour of running instances: charged in the forecast until the month ends. */
  micro_usd_per_hour: MicroUsdPerHour,
  /** The remaining cost of renders and answers in progress: at most the amount on hold for them. */
  from_holds_micro_usd: MicroUsd,
  /** When the balance runs out at this rate, if that is before the month ends. */
  funds_end_at: Timestamp.nullable(),
})
export type BillForecast = z.infer<typeof BillForecast>

/** One month of an account: what it spent and earned, by product, day and resource. Months and days are UTC. */
export const Bill = z.strictObject({
  month: Month,
  ...money,
  /** A row for each product. */
  products: z.array(z.strictObject({ product: Product, ...money })),
  /** The resources that cost most after credits, highest first, at most 20. Answers of models are one row. */
  items: z.array(
    z.strictObject({
      product: Product,
      instance_id: InstanceId.nullable(),
      render_job_id: RenderJobId.nullable(),
      volume_id: VolumeId.nullable(),
      reservation_id: ReservationId.nullable(),
      spent_micro_usd: MicroUsd,
      credited_micro_usd: MicroUsd,
    }),
  ),
  /** A row for each day of the month. */
  days: z.array(z.strictObject({ day: z.iso.date(), ...money })),
  /** `null` for months that are over. */
  forecast: BillForecast.nullable(),
  /** The last twelve months with spending or earnings, newest first. */
  months: z.array(z.strictObject({ month: Month, ...money })),
})
export type Bill = z.infer<typeof Bill>
