import type { WebhookId } from '@gridloom/contract/core/ids'
import { type ChangeWebhook, isPostback, type Webhook } from '@gridloom/contract/webhooks/webhook'
import type { WebhooksCtx } from './ctx.ts'
import { failWaiting } from './deliveries-store.ts'
import { limitPostbacks } from './limit-postbacks.ts'
import { lockOwnedWebhook } from './owned-webhook.ts'
import { publishWebhook } from './publish-webhook.ts'
import { refuseUrl } from './refuse-url.ts'
import type { WebhookRow } from './schema.ts'
import { webhookView } from './webhook-view.ts'
import { updateWebhook } from './webhooks-store.ts'

/**
 * Changes a webhook. Disabling it fails the deliveries that wait; enabling it again counts its failures from now on.
 * @throws Refused `not_found`, `forbidden`, `invalid_input` (the URL)
 */
export async function changeWebhook(
  ctx: WebhooksCtx,
  { id, enabled, ...change }: ChangeWebhook & { id: WebhookId },
): Promise<Webhook> {
  const row = await ctx.transact(async (tx) => {
    const row = await lockOwnedWebhook(ctx, tx, id)
    const { name = row.name, url = row.url, events = row.events } = change
    if (change.url !== undefined || change.events !== undefined) refuseUrl(ctx, { url, events })
    if (!isPostback(row)) await limitPostbacks(tx, { accountId: row.account_id, events })
    if (enabled === false) await failWaiting(tx, id)
    const changed = await updateWebhook(tx, id, { name, url, events, ...enabling(row, enabled) })
    await publishWebhook(tx, row.account_id)
    return changed
  })
  return webhookView(row, ctx.clock.now())
}

function enabling({ disabled_reason }: WebhookRow, enabled: boolean | undefined) {
  if (enabled === undefined) return {}
  if (!enabled) return { disabled_reason: disabled_reason ?? ('by_user' as const) }
  return disabled_reason === null ? {} : { disabled_reason: null, failing_since: null }
}
