import { api } from '@gridloom/contract/api'
import type { Routes } from '../../platform/http/routes.ts'
import { changeWebhook } from './change-webhook.ts'
import { createWebhook } from './create-webhook.ts'
import type { WebhooksCtx } from './ctx.ts'
import { listDeliveries, readDelivery } from './read-deliveries.ts'
import { listWebhooks, readWebhook } from './read-webhooks.ts'
import { removeWebhook } from './remove-webhook.ts'
import { replayDelivery } from './replay-delivery.ts'
import { rotateSecret } from './rotate-secret.ts'
import { testWebhook } from './test-webhook.ts'

/** Mounts the `webhooks` area of the contract. */
export function webhookRoutes(routes: Routes<WebhooksCtx>): void {
  const { webhooks } = api
  routes.on(webhooks.list, (ctx) => listWebhooks(ctx))
  routes.on(webhooks.create, (ctx, { body }) => createWebhook(ctx, body))
  routes.on(webhooks.read, (ctx, { params }) => readWebhook(ctx, params.id))
  routes.on(webhooks.change, (ctx, { params, body }) =>
    changeWebhook(ctx, { ...body, id: params.id }),
  )
  routes.on(webhooks.remove, async (ctx, { params }) => {
    await removeWebhook(ctx, params.id)
    return {}
  })
  routes.on(webhooks.rotateSecret, (ctx, { params }) => rotateSecret(ctx, params.id))
  routes.on(webhooks.test, (ctx, { params }) => testWebhook(ctx, params.id))
  routes.on(webhooks.deliveries, (ctx, { params, query }) => listDeliveries(ctx, params.id, query))
  routes.on(webhooks.readDelivery, (ctx, { params }) => readDelivery(ctx, params))
  routes.on(webhooks.replay, (ctx, { params }) => replayDelivery(ctx, params))
}
