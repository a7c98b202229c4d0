import type { Client } from '@gridloom/client/calls'
import type { OfferId } from '@gridloom/contract/core/ids'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'

/** Fetches one offer with its benchmarks; disabled without an id. */
export function offerQuery(client: Client, id: OfferId | undefined) {
  return queryOptions({
    queryKey: keys.offer(id ?? 'none'),
    queryFn: id ? ({ signal }) => client.market.read({ params: { id }, signal }) : skipToken,
  })
}
