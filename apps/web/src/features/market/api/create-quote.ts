import type { Client } from '@gridloom/client/calls'
import type { OfferId, TemplateId } from '@gridloom/contract/core/ids'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

/** What a quote is asked for. */
export interface QuoteInput {
  readonly offerId: OfferId
  readonly slots: number
  readonly diskGb: number
  readonly templateId: TemplateId | undefined
}

/**
 * An all-in price, locked for a minute and good for one order. It is asked once for each input and
 * never renewed by itself: the renter decides when the price on the button may change.
 */
export function quoteQuery(client: Client, input: QuoteInput) {
  return queryOptions({
    queryKey: ['quote', input],
    queryFn: ({ signal }) =>
      client.market.quote({
        body: {
          offer_id: input.offerId,
          slots: input.slots,
          disk_gb: input.diskGb,
          ...(input.templateId ? { template_id: input.templateId } : {}),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
  })
}
