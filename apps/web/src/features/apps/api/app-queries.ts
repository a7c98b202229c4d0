import type { Client } from '@gridloom/client/calls'
import type { AppCategory } from '@gridloom/contract/apps/app'
import type { AppName } from '@gridloom/contract/apps/app-container'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'

/** Prices and free machines change without an event that visitors receive. */
const refetchMs = 30_000

interface WantedApps {
  search?: string
  category?: AppCategory
}

/** Fetches the apps that fit a search. */
export function appListQuery(client: Client, wanted: WantedApps) {
  return queryOptions({
    queryKey: keys.appList(wanted),
    queryFn: ({ signal }) => client.apps.list({ query: wanted, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: refetchMs,
  })
}

/** Fetches one app. */
export function appQuery(client: Client, slug: AppName) {
  return queryOptions({
    queryKey: keys.app(slug),
    queryFn: ({ signal }) => client.apps.read({ params: { slug }, signal }),
    refetchInterval: refetchMs,
  })
}
