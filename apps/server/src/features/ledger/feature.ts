import type { Ctx } from '../../platform/ctx.ts'
import type { Feature } from '../../platform/feature.ts'
import { ledgerRoutes } from './routes.ts'

export const ledgerFeature: Feature<Ctx> = {
  name: 'ledger',
  routes: (routes, all) => ledgerRoutes(routes, all),
}
