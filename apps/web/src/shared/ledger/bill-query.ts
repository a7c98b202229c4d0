import type { Client } from '@gridloom/client/calls'
import { queryOptions } from '@tanstack/react-query'
import { keys } from '../../api/query-keys.ts'

/** Fetches the bill of a month; without one, of the current month. Refetched whenever the balance changes. */
export function billQuery(client: Client, month?: string) {
  return queryOptions({
    queryKey: keys.bill(month),
    queryFn: ({ signal }) =>
      client.ledger.bill({ query: month === undefined ? {} : { month }, signal }),
  })
}
