import type { Client } from '@gridloom/client/calls'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'
import { type SetFilters, toFilters } from '../offer-search.ts'

/** Fetches the values of fields, each with its number of offers that pass all other filters. */
export function facetsQuery(client: Client, filters: SetFilters) {
  const query = toFilters({ filters })
  return queryOptions({
    queryKey: keys.offerFacets(query),
    queryFn: ({ signal }) => client.market.facets({ query, signal }),
    placeholderData: keepPreviousData,
  })
}
