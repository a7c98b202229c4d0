import type { Client } from '@gridloom/client/calls'
import type { AccountId } from '@gridloom/contract/core/ids'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { companyKeys } from './company-keys.ts'

// Every query has a stale time of 0, so that opening a screen shows changes by other members.

/** The user's pending invitations. */
export function invitationsQuery(client: Client) {
  return queryOptions({
    queryKey: companyKeys.invitations,
    queryFn: ({ signal }) => client.companies.myInvitations({ signal }),
    staleTime: 0,
  })
}

/** A company with its balance, members and invitations. */
export function overviewQuery(client: Client, id: AccountId) {
  return queryOptions({
    queryKey: companyKeys.overview(id),
    queryFn: ({ signal }) => client.companies.read({ params: { id }, signal }),
    staleTime: 0,
  })
}

/** A company's spend in the last `days` days, with the breakdown by member and API key. */
export function spendQuery(client: Client, id: AccountId, days: number) {
  return queryOptions({
    queryKey: companyKeys.spend(id, days),
    queryFn: ({ signal }) => client.companies.spend({ params: { id }, query: { days }, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

/** The API keys of the company; members get only their own. */
export function companyApiKeysQuery(client: Client, id: AccountId) {
  return queryOptions({
    queryKey: companyKeys.apiKeys(id),
    queryFn: ({ signal }) => client.companies.keys({ params: { id }, signal }),
    staleTime: 0,
  })
}
