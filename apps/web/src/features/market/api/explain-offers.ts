import type { Client } from '@gridloom/client/calls'
import { queryOptions } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'
import { type OffersSearch, toFilters } from '../offer-search.ts'

/** Fetches how many offers each filter removes on its own, and its mildest relaxation. */
export function explainQuery(client: Client, search: OffersSearch) {
  const query = toFilters(search)
  return queryOptions({
    queryKey: keys.offerExplain(query),
    queryFn: ({ signal }) => client.market.explain({ query, signal }),
  })
}
