import type { Client } from '@gridloom/client/calls'
import type { api } from '@gridloom/contract/api'
import type { BodyInput } from '@gridloom/contract/core/endpoint'
import type { MachineId, OfferId, ReservationId } from '@gridloom/contract/core/ids'
import type { ReservationEnd } from '@gridloom/contract/reservations/reservation'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../api/query-keys.ts'
import { useClient } from '../../api/runtime.tsx'

/** Fetches the reservations of the account. */
export function reservationsQuery(client: Client) {
  return queryOptions({
    queryKey: [...keys.reservations, 'own'],
    queryFn: ({ signal }) => client.reservations.list({ signal }),
  })
}

/** Fetches the reservations of a machine that the account hosts. */
export function machineReservationsQuery(client: Client, id: MachineId) {
  return queryOptions({
    queryKey: [...keys.reservations, 'machine', id],
    queryFn: ({ signal }) => client.reservations.ofMachine({ params: { id }, signal }),
  })
}

/** Fetches the price of a reservation. */
export function reservationPriceQuery(
  client: Client,
  wanted: { offer_id: OfferId; slots: number; days: number },
) {
  return queryOptions({
    queryKey: [...keys.reservations, 'price', wanted],
    queryFn: ({ signal }) => client.reservations.quote({ query: wanted, signal }),
    placeholderData: keepPreviousData,
  })
}

/** A change of reservations, after which they, the balance and the offers are fetched again. */
function useReservationChange<Input, Output>(
  call: (client: Client, input: Input) => Promise<Output>,
) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => call(client, input),
    meta: { problem: 'shown-in-place' },
    onSettled: () =>
      Promise.all(
        [keys.reservations, keys.balance, keys.offers].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  })
}

export function useReserve() {
  return useReservationChange((client, body: BodyInput<typeof api.reservations.create>) =>
    client.reservations.create({ body }),
  )
}

export function useChangeReservation(id: ReservationId) {
  return useReservationChange((client, at_end: ReservationEnd) =>
    client.reservations.change({ params: { id }, body: { at_end } }),
  )
}

export function useCancelReservation(id: ReservationId) {
  return useReservationChange((client, _: undefined) =>
    client.reservations.cancel({ params: { id } }),
  )
}
