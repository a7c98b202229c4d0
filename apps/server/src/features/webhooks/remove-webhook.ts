import type { WebhookId } from '@gridloom/contract/core/ids'
import type { Ctx } from '../../platform/ctx.ts'
import { lockOwnedWebhook } from './owned-webhook.ts'
import { publishWebhook } from './publish-webhook.ts'
import { deleteWebhook } from './webhooks-store.ts'

/** Deletes a webhook with its deliveries: nothing more is sent to it. @throws Refused `not_found`, `forbidden` */
export async function removeWebhook(ctx: Ctx, id: WebhookId): Promise<void> {
  await ctx.transact(async (tx) => {
    const row = await lockOwnedWebhook(ctx, tx, id)
    await deleteWebhook(tx, id)
    await publishWebhook(tx, row.account_id)
  })
}
