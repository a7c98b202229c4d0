import type { Client } from '@gridloom/client/calls'
import type { AccountId } from '@gridloom/contract/core/ids'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { companyKeys } from './company-keys.ts'

// Each is asked anew when its screen is opened: what other members did is then there.

/** Invitations that wait for whoever is signed in. */
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

/** What a company spent in the last `days` days, and who spent it. */
export function spendQuery(client: Client, id: AccountId, days: number) {
  return queryOptions({
    queryKey: companyKeys.spend(id, days),
    queryFn: ({ signal }) => client.companies.spend({ params: { id }, query: { days }, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

/** The company's API keys; members see their own. */
export function companyApiKeysQuery(client: Client, id: AccountId) {
  return queryOptions({
    queryKey: companyKeys.apiKeys(id),
    queryFn: ({ signal }) => client.companies.keys({ params: { id }, signal }),
    staleTime: 0,
  })
}
