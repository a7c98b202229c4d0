import type { Client } from '@gridloom/client/calls'
import { queryOptions } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'

/** The addresses that are linked to the account. */
export function walletsQuery(client: Client) {
  return queryOptions({
    queryKey: keys.wallets,
    queryFn: ({ signal }) => client.auth.wallets({ signal }),
    staleTime: 0,
  })
}

const tokensEveryMs = 60_000

/** The configured tokens. */
export function tokensQuery(client: Client) {
  return queryOptions({
    queryKey: keys.tokens,
    queryFn: ({ signal }) => client.wallet.tokens({ signal }),
    refetchInterval: tokensEveryMs,
  })
}

/** What an address holds of each token. */
export function tokenBalancesQuery(client: Client, address: string) {
  return queryOptions({
    queryKey: keys.tokenBalances(address),
    queryFn: ({ signal }) => client.wallet.balances({ query: { address }, signal }),
    refetchInterval: tokensEveryMs,
  })
}
