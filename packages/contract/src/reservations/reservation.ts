import { z } from 'zod'
import { limits } from '../core/constants.ts'
import { MachineId, OfferId, ReservationId } from '../core/ids.ts'
import { BasisPoints, MicroUsd, MicroUsdPerHour, Timestamp } from '../core/values.ts'
import { MachineStatus } from '../machines/machine.ts'
import { ReservationDiscounts, reservationDaysMax } from '../machines/reservation-terms.ts'

/** What happens to running instances when their reservation ends: they stop, or go on at the price of their order. */
export const ReservationEnd = z.enum(['stop', 'continue'])
export type ReservationEnd = z.infer<typeof ReservationEnd>

/** `expired`: its days are over. `cancelled`: by its renter. The others: its machine was removed, or offline for 72 h. */
export const ReservationEndCause = z.enum([
  'expired',
  'cancelled',
  'machine_offline',
  'machine_removed',
])
export type ReservationEndCause = z.infer<typeof ReservationEndCause>

const wanted = {
  offer_id: OfferId,
  slots: z.int().min(1).max(limits.slotsPerInstance).default(1),
  days: z.int().min(1).max(reservationDaysMax),
} as const

export const ReservationQuoteQuery = z.strictObject({
  ...wanted,
  slots: z.coerce.number().pipe(wanted.slots.unwrap()).default(1),
  days: z.coerce.number().pipe(wanted.days),
})
export type ReservationQuoteQuery = z.infer<typeof ReservationQuoteQuery>

const price = {
  /** Of one slot with its memory, without the discount. */
  slot_micro_usd_per_hour: MicroUsdPerHour,
  discount_basis_points: BasisPoints,
  /** The price of all days, which is put on hold at once. */
  total_micro_usd: MicroUsd,
} as const

/** The price of a reservation. Nothing is reserved yet. */
export const ReservationQuote = z.strictObject({
  offer_id: OfferId,
  slots: z.int(),
  days: z.int(),
  ...price,
  /** The price on demand for the same time. */
  on_demand_micro_usd: MicroUsd,
  slots_free: z.int(),
  available_micro_usd: MicroUsd,
})
export type ReservationQuote = z.infer<typeof ReservationQuote>

export const NewReservation = z.strictObject({
  ...wanted,
  at_end: ReservationEnd.default('stop'),
  /** The most that it may cost; a higher price, as after a change in the meantime, reserves nothing. */
  total_micro_usd_max: MicroUsd.optional(),
})
export type NewReservation = z.infer<typeof NewReservation>

export const ReservationChange = z.strictObject({ at_end: ReservationEnd })
export type ReservationChange = z.infer<typeof ReservationChange>

/** A settled day, or the settlement of an early end (`day` is then `null`). */
export const ReservationLine = z.strictObject({
  day: z.int().nullable(),
  from: Timestamp,
  to: Timestamp,
  /** How long the machine was offline, or had fewer slots than reserved. */
  unavailable_s: z.int(),
  charged_micro_usd: MicroUsd,
  refunded_micro_usd: MicroUsd,
})
export type ReservationLine = z.infer<typeof ReservationLine>

const facts = {
  id: ReservationId,
  state: z.enum(['active', 'ended']),
  end_cause: ReservationEndCause.nullable(),
  machine_id: MachineId,
  offer_id: OfferId,
  /** `null`: CPU slots. */
  gpu_model: z.string().nullable(),
  slots: z.int(),
  slots_used: z.int(),
  days: z.int(),
  days_refunded: z.int(),
  ...price,
  charged_micro_usd: MicroUsd,
  refunded_micro_usd: MicroUsd,
  held_micro_usd: MicroUsd,
  started_at: Timestamp,
  ends_at: Timestamp,
  ended_at: Timestamp.nullable(),
} as const

/** Slots of a machine that an account has paid for in advance. */
export const Reservation = z.strictObject({
  ...facts,
  machine_name: z.string(),
  machine_status: MachineStatus,
  at_end: ReservationEnd,
  discounts: ReservationDiscounts,
  /** What an end now would return; `null`: it has ended. */
  refund_now_micro_usd: MicroUsd.nullable(),
  lines: z.array(ReservationLine),
})
export type Reservation = z.infer<typeof Reservation>

/** A reservation as the provider of the machine sees it: without who has it. */
export const MachineReservation = z.strictObject(facts)
export type MachineReservation = z.infer<typeof MachineReservation>
