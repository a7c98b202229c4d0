import type { Client } from '@gridloom/client/calls'
import { queryOptions } from '@tanstack/react-query'
import { accountKeys } from './account-keys.ts'

// Every query has a stale time of 0, so that opening a section shows changes from other devices.

/** The user's sessions, newest first. */
export function sessionsQuery(client: Client) {
  return queryOptions({
    queryKey: accountKeys.sessions,
    queryFn: ({ signal }) => client.auth.sessions({ signal }),
    staleTime: 0,
  })
}

export function passkeysQuery(client: Client) {
  return queryOptions({
    queryKey: accountKeys.passkeys,
    queryFn: ({ signal }) => client.auth.passkeys({ signal }),
    staleTime: 0,
  })
}

/** The sign-in providers that are connected. */
export function loginsQuery(client: Client) {
  return queryOptions({
    queryKey: accountKeys.logins,
    queryFn: ({ signal }) => client.auth.logins({ signal }),
    staleTime: 0,
  })
}

export function notificationsQuery(client: Client) {
  return queryOptions({
    queryKey: accountKeys.notifications,
    queryFn: ({ signal }) => client.accounts.notifications({ signal }),
    staleTime: 0,
  })
}
