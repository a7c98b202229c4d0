import type { Client } from '@gridloom/client/calls'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { queryOptions } from '@tanstack/react-query'
import { keys } from '../../api/query-keys.ts'

/** Fetches the ports of an instance with their addresses. */
export function portsQuery(client: Client, id: InstanceId) {
  return queryOptions({
    queryKey: keys.portList(id),
    queryFn: ({ signal }) => client.ports.list({ params: { id }, signal }),
  })
}
