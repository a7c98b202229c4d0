import type { NewWebhook, WebhookWithSecret } from '@gridloom/contract/webhooks/webhook'
import { accountOf, userOf } from '../../platform/ctx.ts'
import { lockQuota } from '../companies/index.ts'
import type { WebhooksCtx } from './ctx.ts'
import { limitPostbacks } from './limit-postbacks.ts'
import { refuseMembers } from './owned-webhook.ts'
import { publishWebhook } from './publish-webhook.ts'
import { refuseUrl } from './refuse-url.ts'
import { webhookSecret } from './signature.ts'
import { webhookQuota } from './webhook-quota.ts'
import { webhookView } from './webhook-view.ts'
import { insertWebhook } from './webhooks-store.ts'

/**
 * Creates a webhook of the active account, which receives events from now on. Returns its secret, which no other call
 * returns.
 * @throws Refused `forbidden`, `invalid_input` (the URL), `limit_reached`
 */
export async function createWebhook(
  ctx: WebhooksCtx,
  { name, url, events }: NewWebhook,
): Promise<WebhookWithSecret> {
  const { accountId } = accountOf(ctx)
  await refuseMembers(ctx)
  refuseUrl(ctx, { url, events })
  const secret = webhookSecret(ctx.ids.secret())
  const id = ctx.ids.mint('webhook')
  const now = ctx.clock.now()
  const row = await ctx.transact(async (tx) => {
    await lockQuota(tx, accountId, webhookQuota)
    await limitPostbacks(tx, { accountId, events })
    tx.note({ subject: id })
    const row = await insertWebhook(tx, {
      id,
      account_id: accountId,
      name,
      url,
      events,
      secret,
      previous_secret: null,
      previous_secret_until: null,
      created_at: now,
      created_by: userOf(ctx),
      disabled_reason: null,
      failing_since: null,
      last_delivered_at: null,
    })
    await publishWebhook(tx, accountId)
    return row
  })
  return { webhook: webhookView(row, now), secret }
}
