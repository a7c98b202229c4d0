import type { Client } from '@gridloom/client/calls'
import type { InstanceId, OfferId, SnapshotId } from '@gridloom/contract/core/ids'
import type { Quote } from '@gridloom/contract/market/quote'
import {
  keepPreviousData,
  queryOptions,
  skipToken,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { mayResend } from '../../../api/query-client.ts'
import { keys } from '../../../api/query-keys.ts'
import { useClient } from '../../../api/runtime.tsx'

/** The size of an instance that is placed on another machine. */
export interface PlacedSize {
  slots: number
  diskGb: number
}

const shown = 20

/** Fetches the cheapest offers that have room for an instance. */
export function placesQuery(client: Client, { slots, diskGb }: PlacedSize) {
  const query = { slots_min: slots, disk_gb_min: diskGb, sort: 'price', page_size: shown } as const
  return queryOptions({
    queryKey: keys.offerSearch(query),
    queryFn: ({ signal }) => client.market.search({ query, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Fetches a price for an offer, locked for a minute, once one is chosen. */
export function placeQuoteQuery(client: Client, offerId: OfferId | undefined, size: PlacedSize) {
  const { slots, diskGb: disk_gb } = size
  return queryOptions({
    queryKey: ['quote', { offer_id: offerId, slots, disk_gb }],
    queryFn:
      offerId === undefined
        ? skipToken
        : ({ signal }) =>
            client.market.quote({ body: { offer_id: offerId, slots, disk_gb }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
  })
}

/** An order at a quoted price. */
export interface QuotedPlace {
  quote: Pick<Quote, 'id' | 'offer_id' | 'slots' | 'disk_gb'>
  label: string
}

/** Orders an instance that begins with a snapshot; a lost response is asked for again with the same key. */
export function useOrderFromSnapshot(id: SnapshotId, onOrdered: (id: InstanceId) => void) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ quote, label }: QuotedPlace) =>
      client.snapshots.order({
        params: { id },
        body: { ...sizeOf(quote), label },
        headers: { 'idempotency-key': quote.id },
      }),
    retry: mayResend,
    meta: { problem: 'shown-in-place' },
    onSuccess: ({ instance }) => {
      queryClient.setQueryData(keys.instance(instance.id), instance)
      void queryClient.invalidateQueries({ queryKey: keys.instances })
      void queryClient.invalidateQueries({ queryKey: keys.balance })
      void queryClient.invalidateQueries({ queryKey: keys.offers })
      onOrdered(instance.id)
    },
  })
}

/** Begins to move an instance. */
export function useMoveInstance(id: InstanceId) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (quote: QuotedPlace['quote']) =>
      client.snapshots.move({ params: { id }, body: sizeOf(quote) }),
    meta: { problem: 'shown-in-place' },
    onSuccess: (move) => {
      queryClient.setQueryData(keys.move(id), move)
      void queryClient.invalidateQueries({ queryKey: keys.instances })
      void queryClient.invalidateQueries({ queryKey: keys.offers })
    },
  })
}

/** Cancels the move of an instance. */
export function useCancelMove(id: InstanceId) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => client.snapshots.cancelMove({ params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.snapshots }),
  })
}

/** Fetches the last move from or to an instance. */
export function moveQuery(client: Client, id: InstanceId) {
  return queryOptions({
    queryKey: keys.move(id),
    queryFn: ({ signal }) => client.snapshots.readMove({ params: { id }, signal }),
  })
}

function sizeOf({ id: quote_id, offer_id, slots, disk_gb }: QuotedPlace['quote']) {
  return { quote_id, offer_id, slots, disk_gb }
}
