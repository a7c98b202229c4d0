import type { Ctx } from '../../platform/ctx.ts'
import type { Feature } from '../../platform/feature.ts'
import { ledgerPersonalData } from './personal-data-store.ts'
import { ledgerRoutes } from './routes.ts'

export const ledgerFeature: Feature<Ctx> = {
  name: 'ledger',
  personalData: ledgerPersonalData,
  routes: (routes, all) => ledgerRoutes(routes, all),
}
