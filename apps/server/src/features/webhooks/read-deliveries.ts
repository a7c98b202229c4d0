import type { WebhookDeliveryId, WebhookId } from '@gridloom/contract/core/ids'
import type {
  WebhookDeliveries,
  WebhookDeliveryDetails,
  WebhookDeliveryQuery,
} from '@gridloom/contract/webhooks/delivery'
import type { Ctx } from '../../platform/ctx.ts'
import { findDelivery, listDeliveryRows } from './deliveries-store.ts'
import { deliveryDetails, deliveryView } from './delivery-view.ts'
import { noSuch, ownedWebhook } from './owned-webhook.ts'

/** Returns a page of deliveries of a webhook, newest first. @throws Refused `not_found` */
export async function listDeliveries(
  ctx: Ctx,
  id: WebhookId,
  query: WebhookDeliveryQuery,
): Promise<WebhookDeliveries> {
  await ownedWebhook(ctx, id)
  const rows = await listDeliveryRows(ctx.db, id, { ...query, limit: query.limit + 1 })
  const deliveries = rows.slice(0, query.limit).map(deliveryView)
  const next_cursor = rows.length > query.limit ? (deliveries.at(-1)?.id ?? null) : null
  return { deliveries, next_cursor }
}

/** Names one delivery of a webhook. */
export interface OneDelivery {
  id: WebhookId
  delivery: WebhookDeliveryId
}

/** Returns one delivery with its body and attempts. @throws Refused `not_found` */
export async function readDelivery(
  ctx: Ctx,
  { id, delivery }: OneDelivery,
): Promise<WebhookDeliveryDetails> {
  await ownedWebhook(ctx, id)
  const row = await findDelivery(ctx.db, id, delivery)
  if (row === undefined) throw noSuch('delivery')
  return deliveryDetails(ctx.db, row)
}
