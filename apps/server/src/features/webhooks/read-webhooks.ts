import type { WebhookId } from '@gridloom/contract/core/ids'
import type { Webhook } from '@gridloom/contract/webhooks/webhook'
import { accountOf, type Ctx } from '../../platform/ctx.ts'
import { ownedWebhook } from './owned-webhook.ts'
import { webhookView } from './webhook-view.ts'
import { listWebhookRows } from './webhooks-store.ts'

/** Returns the webhooks of the active account, newest first. */
export async function listWebhooks(ctx: Ctx): Promise<Webhook[]> {
  const rows = await listWebhookRows(ctx.db, accountOf(ctx).accountId)
  return rows.map((row) => webhookView(row, ctx.clock.now()))
}

/** Returns one webhook of the active account. @throws Refused `not_found` */
export async function readWebhook(ctx: Ctx, id: WebhookId): Promise<Webhook> {
  return webhookView(await ownedWebhook(ctx, id), ctx.clock.now())
}
