import type { Ctx } from '../../platform/ctx.ts'
import type { Feature } from '../../platform/feature.ts'
import { companyRoutes } from './routes.ts'

export const companiesFeature: Feature<Ctx> = {
  name: 'companies',
  routes: (routes, all) => companyRoutes(routes, all),
}
