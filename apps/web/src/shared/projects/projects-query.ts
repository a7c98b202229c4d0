import type { Client } from '@gridloom/client/calls'
import { queryOptions } from '@tanstack/react-query'
import { keys } from '../../api/query-keys.ts'

/** Fetches the projects of the account; events of the balance refetch them. */
export function projectsQuery(client: Client) {
  return queryOptions({
    queryKey: keys.projects,
    queryFn: ({ signal }) => client.budgets.projects({ signal }),
  })
}
