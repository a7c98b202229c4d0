import type { WebhookId } from '@gridloom/contract/core/ids'
import { product } from '@gridloom/contract/core/product'
import type { WebhookDeliveryDetails } from '@gridloom/contract/webhooks/delivery'
import type { WebhooksCtx } from './ctx.ts'
import { leaseMs, makeAttempt } from './deliver/make-attempt.ts'
import { settleAttempt } from './deliver/settle-attempt.ts'
import { insertDeliveries } from './deliveries-store.ts'
import { bodyOf } from './event-body.ts'
import { lockOwnedWebhook } from './owned-webhook.ts'
import { readDelivery } from './read-deliveries.ts'

/**
 * Sends a test event to a webhook once, also to a disabled one, and returns the delivery with the answer. It does not
 * count for or against the webhook.
 * @throws Refused `not_found`, `forbidden`
 */
export async function testWebhook(
  ctx: WebhooksCtx,
  id: WebhookId,
): Promise<WebhookDeliveryDetails> {
  const delivery = ctx.ids.mint('webhookDelivery')
  const event_id = ctx.ids.mint('webhookEvent')
  const lease = ctx.ids.secret()
  const now = ctx.clock.now()
  const sent = await ctx.transact(async (tx) => {
    const webhook = await lockOwnedWebhook(ctx, tx, id)
    const { account_id, url, secret, previous_secret, previous_secret_until } = webhook
    const body = bodyOf('webhook.test', {
      at: now,
      accountId: account_id,
      data: { webhook_id: id, text: `A test event from ${product.name}` },
    })
    const row = { id: delivery, webhook_id: id, account_id, event_id, body }
    const kind = 'webhook.test' as const
    const made = { kind, step: 1, attempts: 1 }
    await insertDeliveries(tx, [
      {
        ...row,
        ...made,
        event_key: `test:${delivery}`,
        subject: id,
        created_at: now,
        // Claimed from the start: background senders leave it to this call.
        lease,
        next_try_at: new Date(now.getTime() + leaseMs),
      },
    ])
    return { ...row, ...made, url, secret, previous_secret, previous_secret_until }
  })
  const attempt = await makeAttempt(ctx, sent, ctx.signal)
  await settleAttempt(ctx, sent, { ...attempt, lease })
  return readDelivery(ctx, { id, delivery })
}
