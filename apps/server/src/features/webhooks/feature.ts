import type { Feature } from '../../platform/feature.ts'
import type { Outside } from '../../platform/outbound/outside.ts'
import { hostResolver } from '../../platform/outbound/resolve-host.ts'
import type { WebhookAdapters, WebhooksCtx } from './ctx.ts'
import { startDeliveries } from './deliver/start-deliveries.ts'
import { webhooksPersonalData } from './personal-data-store.ts'
import { queueWebhookEvents } from './queue-events.ts'
import { webhookRoutes } from './routes.ts'
import { tidyDeliveries } from './tidy-deliveries.ts'
import { webhookQuota } from './webhook-quota.ts'
import { deleteWebhooksOf } from './webhooks-store.ts'

declare module '../../platform/events.ts' {
  interface Topics {
    webhook: 'transient'
    /** A delivery is due: a notification of its senders alone. */
    webhook_due: 'transient'
  }
}

declare module '../../platform/feature.ts' {
  interface ServiceOptions {
    /** Replaces the rules for the addresses of webhooks' receivers; for tests. */
    readonly receivers?: Outside
  }
}

/** Webhooks: URLs that receive the events of an account. */
export const webhooksFeature: Feature<WebhooksCtx, WebhookAdapters> = {
  name: 'webhooks',
  services: ({ config: { webhookPrivate: privateAddresses }, options }) => ({
    adapters: {
      receivers: options.receivers ?? {
        privateAddresses,
        resolve: hostResolver(privateAddresses),
      },
    },
  }),
  routes: (routes) => webhookRoutes(routes),
  start: startDeliveries,
  scheduled: [
    {
      name: 'tidy-webhook-deliveries',
      schedule: { every: 'hour', minute: 41 },
      run: tidyDeliveries,
    },
  ],
  quotas: [webhookQuota],
  personalData: webhooksPersonalData,
  topics: {
    webhook: { scope: 'webhooks:read', show: async () => ({ event: 'webhooks', data: {} }) },
    webhook_due: {},
  },
  subscribers: [queueWebhookEvents],
  hooks: { 'account.closed': (_ctx, tx, { accountId }) => deleteWebhooksOf(tx, accountId) },
}
