import type { Ctx } from '../../platform/ctx.ts'
import type { Feature } from '../../platform/feature.ts'
import { noteRentals } from './note-rentals.ts'
import { recordPrices } from './record-prices.ts'
import { priceRoutes } from './routes.ts'

/** Prices of hardware over time: what is asked, what is paid, and how much of it is rented at each price. */
export const pricesFeature: Feature<Ctx> = {
  name: 'prices',
  routes: (routes) => priceRoutes(routes),
  scheduled: [{ name: 'record-prices', schedule: { every: 'hour', minute: 4 }, run: recordPrices }],
  subscribers: [noteRentals],
}
