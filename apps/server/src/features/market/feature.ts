import type { Ctx } from '../../platform/ctx.ts'
import type { Changes } from '../../platform/database/listen.ts'
import type { Feature } from '../../platform/feature.ts'
import { alertQuota } from './alerts/alert-quota.ts'
import { tidyAlerts } from './alerts/send-alerts.ts'
import { startAlerts } from './alerts/start-alerts.ts'
import { createOfferIndex, tidyChanges } from './columns/offer-index.ts'
import type { MarketAdapters } from './ctx.ts'
import { offersFreed } from './offers-freed.ts'
import { marketPersonalData } from './personal-data-store.ts'
import { recordMarketPrices } from './record-market-prices.ts'
import { marketRoutes } from './routes.ts'
import { searchMatched } from './searches/search-matched.ts'
import { searchQuota } from './searches/search-quota.ts'
import { tidySearches } from './searches/send-searches.ts'
import { tidyOfferPrices } from './tidy-offer-prices.ts'
import { tidyQuotes } from './tidy-quotes.ts'

declare module '../../platform/events.ts' {
  interface Topics {
    offers: 'stored'
  }
}

type MarketCtx = Ctx &
  MarketAdapters & { readonly publicUrl: string; readonly changes: Pick<Changes, 'subscribe'> }

const indexReadEveryMs = 60_000

/** Offers, quotes, alerts and saved searches. */
export const marketFeature: Feature<MarketCtx, MarketAdapters> = {
  name: 'market',
  services: ({ db, clock }) => ({ adapters: { offerIndex: createOfferIndex({ db, clock }) } }),
  // The first search after a start finds the index ready, and none waits for many changes.
  loops: [
    {
      name: 'index of offers',
      everyMs: indexReadEveryMs,
      run: (ctx) => ctx.offerIndex.current(),
    },
  ],
  events: [searchMatched, offersFreed],
  personalData: marketPersonalData,
  quotas: [alertQuota, searchQuota],
  start: startAlerts,
  routes: (routes, all) => marketRoutes(routes, all),
  topics: { offers: { scope: 'market:read', show: async () => ({ event: 'offers', data: {} }) } },
  scheduled: [
    { name: 'tidy-quotes', schedule: { every: 'hour', minute: 32 }, run: tidyQuotes },
    { name: 'tidy-offer-alerts', schedule: { every: 'hour', minute: 36 }, run: tidyAlerts },
    { name: 'tidy-saved-searches', schedule: { every: 'hour', minute: 38 }, run: tidySearches },
    { name: 'tidy-offer-changes', schedule: { every: 'hour', minute: 39 }, run: tidyChanges },
    { name: 'tidy-offer-prices', schedule: { every: 'hour', minute: 34 }, run: tidyOfferPrices },
    {
      name: 'record-market-prices',
      schedule: { every: 'hour', minute: 3 },
      run: recordMarketPrices,
    },
  ],
}
