import type { Client } from '@gridloom/client/calls'
import type { OfferId, ReservationId, TemplateId } from '@gridloom/contract/core/ids'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

/** The input of a quote. */
export interface QuoteInput {
  readonly offerId: OfferId
  readonly slots: number
  readonly diskGb: number
  readonly templateId: TemplateId | undefined
  readonly reservationId?: ReservationId | undefined
}

/**
 * Fetches an all-in price, locked for a minute and valid for one order. It is fetched once per input and never renewed
 * automatically: the renter decides when the price on the button may change.
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
          ...(input.reservationId ? { reservation_id: input.reservationId } : {}),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
  })
}
