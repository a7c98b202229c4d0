import type { Client } from '@gridloom/client/calls'
import type { InstanceId } from '@gridloom/contract/core/ids'
import type { SavingsQuery } from '@gridloom/contract/instances/savings'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'

const freshMs = 5 * 60_000

/** What rules would have saved. The last estimate stays while another is calculated. */
export function savingsQuery(client: Client, id: InstanceId, query: SavingsQuery) {
  return queryOptions({
    queryKey: keys.savings(id, query),
    queryFn: ({ signal }) => client.instances.savings({ params: { id }, query, signal }),
    placeholderData: keepPreviousData,
    staleTime: freshMs,
    meta: { problem: 'shown-in-place' },
  })
}
