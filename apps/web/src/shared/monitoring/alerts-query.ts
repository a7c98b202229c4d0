import type { Client } from '@gridloom/client/calls'
import { queryOptions } from '@tanstack/react-query'
import { keys } from '../../api/query-keys.ts'

/** Fetches the problems that GPUs of the account's machines have now. An event refetches them. */
export function gpuAlertsQuery(client: Client) {
  return queryOptions({
    queryKey: keys.gpuAlerts,
    queryFn: ({ signal }) => client.monitoring.alerts({ signal }),
  })
}
