import type { WebhookId } from '@gridloom/contract/core/ids'
import type { WebhookWithSecret } from '@gridloom/contract/webhooks/webhook'
import type { Ctx } from '../../platform/ctx.ts'
import { lockOwnedWebhook } from './owned-webhook.ts'
import { publishWebhook } from './publish-webhook.ts'
import { webhookSecret } from './signature.ts'
import { webhookView } from './webhook-view.ts'
import { updateWebhook } from './webhooks-store.ts'

const bothForMs = 24 * 60 * 60 * 1_000

/**
 * Replaces the secret of a webhook. For 24 hours deliveries are signed with both; a second rotation within that time
 * ends the validity of the first secret.
 * @throws Refused `not_found`, `forbidden`
 */
export async function rotateSecret(ctx: Ctx, id: WebhookId): Promise<WebhookWithSecret> {
  const secret = webhookSecret(ctx.ids.secret())
  const now = ctx.clock.now()
  const row = await ctx.transact(async (tx) => {
    const before = await lockOwnedWebhook(ctx, tx, id)
    const row = await updateWebhook(tx, id, {
      secret,
      previous_secret: before.secret,
      previous_secret_until: new Date(now.getTime() + bothForMs),
    })
    await publishWebhook(tx, row.account_id)
    return row
  })
  return { webhook: webhookView(row, now), secret }
}
