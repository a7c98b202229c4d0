import { z } from 'zod'
import { InstanceId, MachineId } from '../core/ids.ts'
import { MicroUsd, MicroUsdPerHour, Timestamp } from '../core/values.ts'
import { BillForecast } from '../ledger/bill.ts'
import { Product } from '../ledger/line.ts'

/** How many days the figures by day go back, today (UTC) included. */
export const dashboardDays = 30

/** A time span in whole minutes, split up: below 24 hours and 60 minutes. */
export const ConnectedTime = z.strictObject({
  days: z.int().min(0),
  hours: z.int().min(0).max(23),
  minutes: z.int().min(0).max(59),
})
export type ConnectedTime = z.infer<typeof ConnectedTime>

/** Today, this week from Monday on, and this month, all in UTC. */
export const PeriodAmounts = z.strictObject({
  today_micro_usd: MicroUsd,
  week_micro_usd: MicroUsd,
  month_micro_usd: MicroUsd,
})
export type PeriodAmounts = z.infer<typeof PeriodAmounts>

/** The rented share of the slots that were rented or could be rented, weighted by time; `null`: there were none. */
export const Utilization = z.number().min(0).max(100).nullable()
export type Utilization = z.infer<typeof Utilization>

/** Earnings of one day, after the platform fee and automatic credits, and the use of the slots. */
export const HostingDay = z.strictObject({
  day: z.iso.date(),
  earned_micro_usd: MicroUsd,
  /** Hours in which slots were rented or could be rented, summed over the slots. */
  slot_hours: z.number().min(0),
  rented_slot_hours: z.number().min(0),
})
export type HostingDay = z.infer<typeof HostingDay>

/** What an account hosts. Machines that were removed count in the sums. */
export const Hosting = z.strictObject({
  /** How long its machines were connected, added up over all of them. It only grows. */
  connectedTime: ConnectedTime,
  /** When the first machine was added. */
  connected_since: Timestamp,
  /** After the platform fee and automatic credits. */
  earned: PeriodAmounts,
  forecast: z.strictObject({
    /** The earnings of this month at the present rentals, with rendering and models as in the last seven days. */
    micro_usd: MicroUsd,
    /** From present rentals, after the fee. */
    micro_usd_per_hour: MicroUsdPerHour,
  }),
  /** The last 30 days, oldest first. */
  days: z.array(HostingDay).max(dashboardDays),
  /** Over these days. */
  utilization_percent: Utilization,
  machines: z.array(
    z.strictObject({
      machine_id: MachineId,
      connectedTime: ConnectedTime,
      /** Over the last 30 days. */
      utilization_percent: Utilization,
      /** By day, oldest first. */
      utilization_days: z.array(Utilization).max(dashboardDays),
    }),
  ),
})
export type Hosting = z.infer<typeof Hosting>

/**
 * Spending that is shown together: all instances with one label, one product, or the `rest` of the instances. Charges
 * of an instance count under the label that it has now.
 */
export const SpendGroup = z.strictObject({
  kind: z.enum(['label', 'product', 'rest']),
  /** The label of the instances; `null` for the other kinds. */
  label: z.string().nullable(),
  product: Product,
  micro_usd: MicroUsd,
})
export type SpendGroup = z.infer<typeof SpendGroup>

/** Groups that are told apart; the cheapest labels are the rest. */
export const spendGroupsMax = 12

/** A way to spend less, with the estimated amount for 30 days. */
export const SavingsHint = z.strictObject({
  /**
   * `stop_idle`: it would have been stopped while it was idle, by a rule of 30 minutes. `stopped_disk`: it has been
   * stopped for a week, and its disk is charged.
   */
  kind: z.enum(['stop_idle', 'stopped_disk']),
  instance_id: InstanceId,
  label: z.string(),
  micro_usd: MicroUsd,
})
export type SavingsHint = z.infer<typeof SavingsHint>

/** What an account rents and spends. */
export const Renting = z.strictObject({
  /** Instances that run now. */
  running: z.int().min(0),
  /** After automatic credits. */
  spent: PeriodAmounts,
  /** Of this month. */
  forecast: BillForecast,
  /** The highest spending of the last 30 days first. */
  groups: z.array(SpendGroup).max(spendGroupsMax),
  /** The last 30 days, oldest first, with an amount for each group, in their order. */
  days: z
    .array(z.strictObject({ day: z.iso.date(), micro_usd: z.array(MicroUsd).max(spendGroupsMax) }))
    .max(dashboardDays),
  /** The highest saving first. */
  hints: z.array(SavingsHint).max(5),
})
export type Renting = z.infer<typeof Renting>

/** An account at a glance. */
export const Dashboard = z.strictObject({
  as_of: Timestamp,
  /** `null`: it never had a machine. */
  hosting: Hosting.nullable(),
  /** `null`: it never ordered an instance, reserved slots or spent anything. */
  renting: Renting.nullable(),
})
export type Dashboard = z.infer<typeof Dashboard>
