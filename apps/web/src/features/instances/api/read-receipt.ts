import type { Client } from '@gridloom/client/calls'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { queryOptions } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'

/** An instance's receipt with all its intervals. It grows once a minute while the instance is charged. */
export function receiptQuery(client: Client, id: InstanceId) {
  return queryOptions({
    queryKey: keys.receipt(id),
    queryFn: ({ signal }) => client.instances.receipt({ params: { id }, signal }),
    refetchInterval: (query) => (query.state.data?.final ? false : 60_000),
  })
}
