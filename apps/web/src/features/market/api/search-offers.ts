import type { Client } from '@gridloom/client/calls'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'
import { type OffersSearch, toOfferQuery } from '../offer-search.ts'

const askAgainMs = 15_000

/** What the filters leave; the answer before stays on the screen while the next one is on its way. */
export function offersQuery(client: Client, search: OffersSearch) {
  const query = toOfferQuery(search)
  return queryOptions({
    queryKey: keys.offerSearch(query),
    queryFn: ({ signal }) => client.market.search({ query, signal }),
    placeholderData: keepPreviousData,
    // An event tells that offers came or went; how lately a machine was heard is told by asking only.
    refetchInterval: askAgainMs,
  })
}
