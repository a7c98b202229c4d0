import type { Ctx } from '../../platform/ctx.ts'
import type { Feature } from '../../platform/feature.ts'
import { privacyRoutes } from './routes.ts'

export const privacyFeature: Feature<Ctx> = {
  name: 'privacy',
  routes: (routes, all) => privacyRoutes(routes, all),
}
