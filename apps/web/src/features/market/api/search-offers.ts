import type { Client } from '@gridloom/client/calls'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'
import { type OffersSearch, toOfferQuery } from '../offer-search.ts'

const askAgainMs = 15_000

/** Rented offers shown after the free ones. */
export const rentedShown = 20

/** Fetches the offers that match the filters but are rented, in the same order. */
export function rentedOffersQuery(client: Client, search: OffersSearch) {
  const query = {
    ...toOfferQuery(search),
    availability: 'rented',
    page: 1,
    page_size: rentedShown,
  } as const
  return queryOptions({
    queryKey: keys.offerSearch(query),
    queryFn: ({ signal }) => client.market.search({ query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: askAgainMs,
  })
}

/** Fetches the offers that match the filters; the previous result stays on screen while the next one loads. */
export function offersQuery(client: Client, search: OffersSearch) {
  const query = toOfferQuery(search)
  return queryOptions({
    queryKey: keys.offerSearch(query),
    queryFn: ({ signal }) => client.market.search({ query, signal }),
    placeholderData: keepPreviousData,
    // Events report new and removed offers, but not when a machine was last seen.
    refetchInterval: askAgainMs,
  })
}
