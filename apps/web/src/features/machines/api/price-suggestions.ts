import type { Client } from '@gridloom/client/calls'
import type { MachineId } from '@gridloom/contract/core/ids'
import { queryOptions } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'

/** Prices are recorded once an hour. */
const freshMs = 5 * 60_000

/** Fetches what the market of the last days says about the prices of a machine. */
export function priceSuggestionsQuery(client: Client, id: MachineId) {
  return queryOptions({
    queryKey: keys.priceSuggestions(id),
    queryFn: ({ signal }) => client.prices.suggest({ params: { id }, signal }),
    staleTime: freshMs,
  })
}
