import type { Client } from '@gridloom/client/calls'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'

const pageSize = 50

/** Fetches the events of an instance, newest first, page by page. */
export function instanceEventsQuery(client: Client, id: InstanceId) {
  return infiniteQueryOptions({
    queryKey: keys.instanceEvents(id),
    queryFn: ({ pageParam, signal }) =>
      client.instances.events({
        params: { id },
        query: { limit: pageSize, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: initialCursor,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })
}

const initialCursor: string | null = null
