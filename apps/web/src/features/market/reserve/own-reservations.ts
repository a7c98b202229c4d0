import type { Offer } from '@gridloom/contract/market/offer'
import type { Reservation } from '@gridloom/contract/reservations/reservation'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { reservationsQuery } from '../../../shared/reservations/reservations-api.ts'

/** The account's active reservations of an offer with free slots. Nobody who may not reserve has any. */
export function useOwnReservations(offer: Pick<Offer, 'id'>): Reservation[] {
  const { data = [] } = useQuery(reservationsQuery(useClient()))
  return data.filter(
    (one) => one.state === 'active' && one.offer_id === offer.id && freeSlots(one) > 0,
  )
}

export function freeSlots({ slots, slots_used }: Reservation): number {
  return slots - slots_used
}
