import type { Client } from '@gridloom/client/calls'
import { queryOptions } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'

export const pageSize = 20
const pendingPollMs = 3_000

/** Fetches a page of the account's invoices, newest first. */
export function invoicesQuery(client: Client, page: number) {
  return queryOptions({
    queryKey: keys.invoiceList(page),
    queryFn: ({ signal }) => client.invoices.list({ query: { page, page_size: pageSize }, signal }),
  })
}

/** Fetches the billing details; `null` if none are saved. */
export function billingDetailsQuery(client: Client) {
  return queryOptions({
    queryKey: keys.billingDetails,
    queryFn: ({ signal }) => client.invoices.readDetails({ signal }),
    // VIES answers within seconds.
    refetchInterval: ({ state }) =>
      state.data?.vat_check?.state === 'pending' ? pendingPollMs : false,
  })
}
