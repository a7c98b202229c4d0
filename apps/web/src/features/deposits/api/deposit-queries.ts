import type { Client } from '@gridloom/client/calls'
import { queryOptions } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'

/** The deposits of the active account; changes arrive by events. */
export function depositsQuery(client: Client) {
  return queryOptions({
    queryKey: keys.depositList,
    queryFn: ({ signal }) => client.deposits.list({ signal }),
  })
}

/** The chains and tokens that can be deposited. */
export function depositOptionsQuery(client: Client) {
  return queryOptions({
    queryKey: keys.depositOptions,
    queryFn: ({ signal }) => client.deposits.options({ signal }),
  })
}

/** Payments that the payer signs and the platform sends; changes arrive by events. */
export function gaslessPaymentsQuery(client: Client) {
  return queryOptions({
    queryKey: keys.depositGasless,
    queryFn: ({ signal }) => client.deposits.listGasless({ signal }),
  })
}

const chainsEveryMs = 15_000

/** The watched chains, for the operator. */
export function depositChainsQuery(client: Client) {
  return queryOptions({
    queryKey: keys.depositChains,
    queryFn: ({ signal }) => client.deposits.operatorList({ signal }),
    refetchInterval: chainsEveryMs,
  })
}
