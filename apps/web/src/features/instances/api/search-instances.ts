import type { Client } from '@gridloom/client/calls'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'

/** The filters of the list of instances; empty ones do not apply. */
export interface InstanceSearch {
  q: string
  /** States, separated by commas. */
  state: string
  project: string | null
  destroyed: boolean
}

/** Fetches the instances that match the filters, newest first. */
export function searchInstancesQuery(
  client: Client,
  { q, state, project, destroyed }: InstanceSearch,
) {
  const query = {
    destroyed: destroyed ? ('true' as const) : ('false' as const),
    ...(q === '' ? {} : { q }),
    ...(state === '' ? {} : { state }),
    ...(project === null ? {} : { project }),
  }
  return queryOptions({
    queryKey: keys.instanceSearch(query),
    queryFn: ({ signal }) => client.instances.list({ query, signal }),
    placeholderData: keepPreviousData,
  })
}
