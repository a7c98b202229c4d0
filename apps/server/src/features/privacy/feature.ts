import type { Ctx } from '../../platform/ctx.ts'
import type { Feature } from '../../platform/feature.ts'
import { remainingPersonalData } from './personal-data-store.ts'
import { privacyRoutes } from './routes.ts'

export const privacyFeature: Feature<Ctx> = {
  name: 'privacy',
  personalData: remainingPersonalData,
  routes: (routes, all) => privacyRoutes(routes, all),
}
