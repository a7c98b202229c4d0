import type { Ctx } from '../../platform/ctx.ts'
import type { Feature } from '../../platform/feature.ts'
import { accountRoutes } from './routes.ts'

export const accountsFeature: Feature<Ctx> = {
  name: 'accounts',
  routes: (routes) => accountRoutes(routes),
}
