import type { Ctx } from '../../platform/ctx.ts'
import type { Feature } from '../../platform/feature.ts'
import { marketPersonalData } from './personal-data-store.ts'
import { marketRoutes } from './routes.ts'
import { tidyQuotes } from './tidy-quotes.ts'

/** Offers and quotes. */
export const marketFeature: Feature<Ctx> = {
  name: 'market',
  personalData: marketPersonalData,
  routes: (routes, all) => marketRoutes(routes, all),
  topics: { offers: { scope: 'market:read', show: async () => ({ event: 'offers', data: {} }) } },
  scheduled: [{ name: 'tidy-quotes', schedule: { every: 'hour', minute: 32 }, run: tidyQuotes }],
}
