import type { Ctx } from '../../platform/ctx.ts'
import type { Feature } from '../../platform/feature.ts'
import { accountsPersonalData } from './personal-data-store.ts'
import { accountRoutes } from './routes.ts'

export const accountsFeature: Feature<Ctx> = {
  name: 'accounts',
  personalData: accountsPersonalData,
  routes: (routes) => accountRoutes(routes),
  topics: {
    account: { ofUser: true, show: async () => ({ event: 'account', data: {} }) },
    // Only for other replicas: their cached copy of a session or key is stale.
    session: {},
  },
}
