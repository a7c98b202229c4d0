import type { Client } from '@gridloom/client/calls'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { operatorKeys } from '../../../shared/operator/operator-keys.ts'

// Each is refetched when its screen opens: no events are published for the operator's lists.

export interface MachinesQuery {
  search?: string
  page: number
  page_size: number
}

/** Fetches all machines, newest first. */
export function allMachinesQuery(client: Client, query: MachinesQuery) {
  return queryOptions({
    queryKey: operatorKeys.machinePage(query),
    queryFn: ({ signal }) => client.operator.machines({ query, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

export function accessCodesQuery(client: Client) {
  return queryOptions({
    queryKey: operatorKeys.accessCodes,
    queryFn: ({ signal }) => client.operator.accessCodes({ signal }),
    staleTime: 0,
  })
}

export function maintenanceQuery(client: Client) {
  return queryOptions({
    queryKey: operatorKeys.maintenance,
    queryFn: ({ signal }) => client.operator.maintenance({ signal }),
    staleTime: 0,
  })
}

/** Fetches the disk usage of the server. */
export function storageQuery(client: Client) {
  return queryOptions({
    queryKey: operatorKeys.storage,
    queryFn: ({ signal }) => client.operator.storage({ signal }),
    staleTime: 0,
  })
}

/** Fetches all announcements, newest first. */
export function allAnnouncementsQuery(client: Client) {
  return queryOptions({
    queryKey: operatorKeys.announcements,
    queryFn: ({ signal }) => client.operator.announcements({ signal }),
    staleTime: 0,
  })
}

export function settingsQuery(client: Client) {
  return queryOptions({
    queryKey: operatorKeys.settings,
    queryFn: ({ signal }) => client.operator.readSettings({ signal }),
  })
}
