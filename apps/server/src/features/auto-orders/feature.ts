import type { Feature } from '../../platform/feature.ts'
import { autoOrderPaused, autoOrderPlaced } from './auto-order-events.ts'
import { autoOrderQuota } from './auto-order-quota.ts'
import { tidyAutoOrders } from './check-due.ts'
import type { AutoOrdersCtx } from './ctx.ts'
import { markMatching } from './mark-matching.ts'
import { noteFailures } from './note-failures.ts'
import { autoOrdersPersonalData } from './personal-data-store.ts'
import { autoOrderRoutes } from './routes.ts'
import { startChecks } from './start-checks.ts'

declare module '../../platform/events.ts' {
  interface Topics {
    /** An automatic order; the subject is its id. */
    auto_order: 'transient'
  }
}

/** Automatic orders: searches of the market that rent what matches, up to a price and within limits. */
export const autoOrdersFeature: Feature<AutoOrdersCtx> = {
  name: 'auto-orders',
  routes: (routes) => autoOrderRoutes(routes),
  start: startChecks,
  scheduled: [
    { name: 'tidy-auto-orders', schedule: { every: 'hour', minute: 41 }, run: tidyAutoOrders },
  ],
  quotas: [autoOrderQuota],
  personalData: autoOrdersPersonalData,
  topics: {
    auto_order: {
      scope: 'instances:read',
      show: async () => ({ event: 'auto_orders', data: {} }),
    },
  },
  events: [autoOrderPlaced, autoOrderPaused],
  subscribers: [markMatching, noteFailures],
}
