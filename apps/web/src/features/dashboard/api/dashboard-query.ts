import type { Client } from '@gridloom/client/calls'
import { queryOptions } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'

/** Fetches the account at a glance. Refetched whenever the balance changes, or a machine's state. */
export function dashboardQuery(client: Client) {
  return queryOptions({
    queryKey: keys.dashboard,
    queryFn: ({ signal }) => client.dashboard.read({ signal }),
  })
}
