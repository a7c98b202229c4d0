import type { Client } from '@gridloom/client/calls'
import type { CardPaymentId } from '@gridloom/contract/core/ids'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'

export const paymentsPageSize = 20

/** Where an event is lost, an open payment is still looked at this often. */
const openEveryMs = 10_000

/** Fetches the saved cards, and what a payment may have. */
export function savedCardsQuery(client: Client) {
  return queryOptions({
    queryKey: keys.savedCards,
    queryFn: ({ signal }) => client.cards.list({ signal }),
  })
}

/** Fetches the payments of the account, newest first. */
export function cardPaymentsQuery(client: Client, page: number) {
  return queryOptions({
    queryKey: keys.cardPayments(page),
    queryFn: ({ signal }) =>
      client.cards.payments({ query: { page, page_size: paymentsPageSize }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Fetches a payment, again and again while it is open. */
export function cardPaymentQuery(client: Client, id: CardPaymentId) {
  return queryOptions({
    queryKey: keys.cardPayment(id),
    queryFn: ({ signal }) => client.cards.payment({ params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'open' ? openEveryMs : false),
  })
}

export function autoTopUpQuery(client: Client) {
  return queryOptions({
    queryKey: keys.autoTopUp,
    queryFn: ({ signal }) => client.cards.autoTopUp({ signal }),
  })
}

/** Fetches the payments of all accounts: no events are published for them. */
export function allCardPaymentsQuery(client: Client, show: 'all' | 'attention', page: number) {
  return queryOptions({
    queryKey: keys.allCardPayments(show, page),
    queryFn: ({ signal }) =>
      client.cards.operatorPayments({
        query: { show, page, page_size: paymentsPageSize },
        signal,
      }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}
