import { ReservationId } from '@gridloom/contract/core/ids'
import type { Reservation } from '@gridloom/contract/reservations/reservation'
import { anOffer } from './renter-samples.ts'
import { sampleId, secondsBefore } from './samples.ts'

const dayS = 24 * 60 * 60

/** Terms of reservations of up to 30 days. */
export const someTerms = {
  days_max: 30,
  day_discount_basis_points: 500,
  week_discount_basis_points: 1_000,
  month_discount_basis_points: 2_500,
}

/** Two slots for seven days, in the third of them; one day was refunded. */
export function aReservation(changes: object = {}): Reservation {
  const { id: offer_id, machine_id, machine_name, gpu_model } = anOffer()
  const { days_max: _, ...discounts } = someTerms
  return {
    id: ReservationId.parse(sampleId('rsv', 1)),
    state: 'active',
    end_cause: null,
    machine_id,
    machine_name,
    machine_status: 'online',
    offer_id,
    gpu_model,
    slots: 2,
    slots_used: 1,
    days: 7,
    days_refunded: 1,
    slot_micro_usd_per_hour: 400_000,
    discount_basis_points: 1_000,
    total_micro_usd: 120_960_000,
    charged_micro_usd: 17_280_000,
    refunded_micro_usd: 17_280_000,
    held_micro_usd: 86_400_000,
    started_at: secondsBefore(2.5 * dayS),
    ends_at: new Date(Date.now() + 4.5 * dayS * 1_000).toISOString(),
    ended_at: null,
    at_end: 'stop',
    discounts,
    refund_now_micro_usd: 67_200_000,
    lines: [],
    ...changes,
  }
}
