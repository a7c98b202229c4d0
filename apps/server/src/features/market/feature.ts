import type { Ctx } from '../../platform/ctx.ts'
import type { Changes } from '../../platform/database/listen.ts'
import type { Feature } from '../../platform/feature.ts'
import { alertQuota } from './alerts/alert-quota.ts'
import { tidyAlerts } from './alerts/send-alerts.ts'
import { startAlerts } from './alerts/start-alerts.ts'
import { marketPersonalData } from './personal-data-store.ts'
import { recordMarketPrices } from './record-market-prices.ts'
import { marketRoutes } from './routes.ts'
import { tidyOfferPrices } from './tidy-offer-prices.ts'
import { tidyQuotes } from './tidy-quotes.ts'

declare module '../../platform/events.ts' {
  interface Topics {
    offers: 'stored'
  }
}

type MarketCtx = Ctx & { readonly publicUrl: string; readonly changes: Pick<Changes, 'subscribe'> }

/** Offers, quotes and alerts. */
export const marketFeature: Feature<MarketCtx> = {
  name: 'market',
  personalData: marketPersonalData,
  quotas: [alertQuota],
  start: startAlerts,
  routes: (routes, all) => marketRoutes(routes, all),
  topics: { offers: { scope: 'market:read', show: async () => ({ event: 'offers', data: {} }) } },
  scheduled: [
    { name: 'tidy-quotes', schedule: { every: 'hour', minute: 32 }, run: tidyQuotes },
    { name: 'tidy-offer-alerts', schedule: { every: 'hour', minute: 36 }, run: tidyAlerts },
    { name: 'tidy-offer-prices', schedule: { every: 'hour', minute: 34 }, run: tidyOfferPrices },
    {
      name: 'record-market-prices',
      schedule: { every: 'hour', minute: 3 },
      run: recordMarketPrices,
    },
  ],
}
