import type { Webhook } from '@gridloom/contract/webhooks/webhook'
import type { Ctx } from '../ctx.ts'
import { chooseOne } from './choose-one.ts'

/** Finds a webhook by its name, its host, or part of its id. */
export async function findWebhook(ctx: Ctx, wanted: string): Promise<Webhook> {
  const webhooks = await ctx.client.webhooks.list({ signal: ctx.signal })
  const named = webhooks.map((webhook) => ({ id: webhook.id, name: webhookName(webhook), webhook }))
  return chooseOne(named, wanted, 'webhook').webhook
}

/** The name of a webhook, or the host of its URL. */
export function webhookName({ name, url }: Webhook): string {
  return name === '' ? (URL.parse(url)?.host ?? url) : name
}
