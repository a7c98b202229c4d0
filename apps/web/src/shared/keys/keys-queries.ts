import type { Client } from '@gridloom/client/calls'
import { queryOptions } from '@tanstack/react-query'
import { keys } from '../../api/query-keys.ts'

/** Query keys of the user's keys. They are nested under the details, so that an account event refetches both lists. */
export const keyListKeys = {
  sshKeys: [...keys.details, 'ssh-keys'],
  apiKeys: [...keys.details, 'api-keys'],
} as const

// Both have a stale time of 0, so that opening a section shows changes from other devices.

export function sshKeysQuery(client: Client) {
  return queryOptions({
    queryKey: keyListKeys.sshKeys,
    queryFn: ({ signal }) => client.keys.sshKeys({ signal }),
    staleTime: 0,
  })
}

/** The user's own API keys, newest first. */
export function apiKeysQuery(client: Client) {
  return queryOptions({
    queryKey: keyListKeys.apiKeys,
    queryFn: ({ signal }) => client.keys.apiKeys({ signal }),
    staleTime: 0,
  })
}
