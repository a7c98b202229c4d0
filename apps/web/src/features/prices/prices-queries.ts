import type { Client } from '@gridloom/client/calls'
import { queryOptions } from '@tanstack/react-query'
import { keys } from '../../api/query-keys.ts'

/** Prices are recorded once an hour; a page that stays open reads them again when it is looked at. */
const freshMs = 5 * 60_000

/** Fetches the prices of all hardware on the market. */
export function pricesQuery(client: Client) {
  return queryOptions({
    queryKey: keys.prices,
    queryFn: ({ signal }) => client.prices.list({ signal }),
    staleTime: freshMs,
  })
}

/** Fetches the days of one kind of hardware. */
export function priceHistoryQuery(client: Client, hardwareClass: string, days: number) {
  return queryOptions({
    queryKey: [...keys.prices, 'history', hardwareClass, days],
    queryFn: ({ signal }) =>
      client.prices.history({ query: { hardware_class: hardwareClass, days }, signal }),
    staleTime: freshMs,
  })
}

/** Fetches the months of which open data is published. */
export function priceMonthsQuery(client: Client) {
  return queryOptions({
    queryKey: [...keys.prices, 'months'],
    queryFn: ({ signal }) => client.prices.months({ signal }),
    staleTime: freshMs,
  })
}
