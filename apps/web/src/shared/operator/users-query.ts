import type { Client } from '@gridloom/client/calls'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { operatorKeys } from './operator-keys.ts'

export interface UsersQuery {
  search?: string
  suspended?: 'true' | 'false'
  page: number
  page_size: number
}

/** Fetches accounts, newest first. */
export function usersQuery(client: Client, query: UsersQuery) {
  return queryOptions({
    queryKey: operatorKeys.userPage(query),
    queryFn: ({ signal }) => client.operator.users({ query, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}
