import type { Client } from '@gridloom/client/calls'
import { queryOptions } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'
import { type SetFilters, toFilters } from '../offer-search.ts'

/** Fetches the cheapest free offer of a region among those that pass the other filters; `null`: none. */
export function regionPriceQuery(client: Client, filters: SetFilters, region: string) {
  const query = {
    ...toFilters({ filters }),
    region,
    sort: 'price',
    order: 'asc',
    page_size: 1,
  } as const
  return queryOptions({
    queryKey: [...keys.offers, 'region-price', query],
    queryFn: async ({ signal }) => {
      const { offers } = await client.market.search({ query, signal })
      return offers[0]?.price_micro_usd_per_hour ?? null
    },
  })
}
