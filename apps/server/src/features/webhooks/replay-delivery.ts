import { Refused } from '@gridloom/contract/errors'
import type { WebhookDeliveryDetails } from '@gridloom/contract/webhooks/delivery'
import type { Ctx } from '../../platform/ctx.ts'
import { findDelivery, replayRow } from './deliveries-store.ts'
import { lockOwnedWebhook, noSuch } from './owned-webhook.ts'
import { publishDue, publishWebhook } from './publish-webhook.ts'
import { type OneDelivery, readDelivery } from './read-deliveries.ts'

/**
 * Sends a delivery again, with a new schedule of attempts. The event keeps its id, so that a receiver that handled it
 * already recognises it. One that waits is left as it is.
 * @throws Refused `not_found`, `forbidden`, `state_conflict` while the webhook is disabled
 */
export async function replayDelivery(
  ctx: Ctx,
  { id, delivery }: OneDelivery,
): Promise<WebhookDeliveryDetails> {
  await ctx.transact(async (tx) => {
    const webhook = await lockOwnedWebhook(ctx, tx, id)
    if ((await findDelivery(tx.db, id, delivery)) === undefined) throw noSuch('delivery')
    if (webhook.disabled_reason !== null)
      throw new Refused('state_conflict', { details: { what: 'webhook', state: 'disabled' } })
    await replayRow(tx, id, { id: delivery, now: ctx.clock.now() })
    await publishDue(tx)
    await publishWebhook(tx, webhook.account_id)
  })
  return readDelivery(ctx, { id, delivery })
}
