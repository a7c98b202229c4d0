import type { Feature } from '../../platform/feature.ts'
import type { TiersCtx } from './ctx.ts'
import { pointsGiven } from './events.ts'
import { tiersPersonalData } from './personal-data-store.ts'
import { announceOnPoints, announceTiers } from './points/announce-tier.ts'
import { tierRoutes } from './routes.ts'

/** Tiers of accounts by the points that they were given, and the leaderboard of each week. */
export const tiersFeature: Feature<TiersCtx> = {
  name: 'tiers',
  routes: (routes) => tierRoutes(routes),
  scheduled: [
    {
      name: 'announce-tiers',
      schedule: { every: 'day', hour: 0, minute: 25 },
      run: announceTiers,
    },
  ],
  subscribers: [announceOnPoints],
  events: [pointsGiven],
  personalData: tiersPersonalData,
}
