import type { Client } from '@gridloom/client/calls'
import type { WebhookDeliveryId, WebhookId } from '@gridloom/contract/core/ids'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'

/** Fetches the webhooks of the active account, newest first. */
export function webhooksQuery(client: Client) {
  return queryOptions({
    queryKey: [...keys.webhooks, 'list'],
    queryFn: ({ signal }) => client.webhooks.list({ signal }),
  })
}

/** Fetches the deliveries of a webhook, newest first, page by page. */
export function deliveriesQuery(client: Client, id: WebhookId) {
  return infiniteQueryOptions({
    queryKey: [...keys.webhooks, 'deliveries', id],
    queryFn: ({ pageParam, signal }) =>
      client.webhooks.deliveries({
        params: { id },
        query: { ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: initialCursor,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })
}

const initialCursor: WebhookDeliveryId | null = null

/** Fetches one delivery with its body and attempts. */
export function deliveryQuery(client: Client, id: WebhookId, delivery: WebhookDeliveryId) {
  return queryOptions({
    queryKey: [...keys.webhooks, 'delivery', delivery],
    queryFn: ({ signal }) => client.webhooks.readDelivery({ params: { id, delivery }, signal }),
  })
}
