import { MachineId } from '@gridloom/contract/core/ids'
import { MicroUsd, Timestamp } from '@gridloom/contract/core/values'
import { ReservationEnd, ReservationEndCause } from '@gridloom/contract/reservations/reservation'
import { z } from 'zod'
import { eventKind } from '../../platform/business-events/business-event.ts'
import type { ReservationRow } from './schema.ts'

const facts = { machine_id: MachineId, slots: z.int(), ends_at: Timestamp }

/** A reservation ends within a day, or an hour. The subject of all is the reservation. */
export const reservationEnding = eventKind(
  'reservation.ending',
  z.object({ ...facts, at_end: ReservationEnd, within_s: z.int() }),
)
export const reservationEnded = eventKind(
  'reservation.ended',
  z.object({
    ...facts,
    at_end: ReservationEnd,
    cause: ReservationEndCause,
    returned_micro_usd: MicroUsd,
  }),
)
/** A day of a reservation was refunded. */
export const reservationRefunded = eventKind(
  'reservation.refunded',
  z.object({ ...facts, day: z.int(), unavailable_s: z.int(), refunded_micro_usd: MicroUsd }),
)

/** The facts of a reservation that each of its events has. */
export function factsOf({ machine_id, slots, ends_at }: ReservationRow) {
  return { machine_id, slots, ends_at: ends_at.toISOString() }
}
