import type { Ctx } from '../../platform/ctx.ts'
import type { Feature } from '../../platform/feature.ts'
import { statisticsRoutes } from './routes.ts'

/** Public totals of the installation. */
export const statisticsFeature: Feature<Ctx> = {
  name: 'statistics',
  routes: (routes) => statisticsRoutes(routes),
}
