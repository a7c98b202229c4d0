import { accountOf, type Ctx } from '../../platform/ctx.ts'
import type { Feature } from '../../platform/feature.ts'
import { ledgerPersonalData } from './personal-data-store.ts'
import { readBalance } from './read-balance.ts'
import { ledgerRoutes } from './routes.ts'
import { sumFeeDays } from './sum-fee-days.ts'

declare module '../../platform/events.ts' {
  interface Topics {
    balance: 'stored'
  }
}

export const ledgerFeature: Feature<Ctx> = {
  name: 'ledger',
  personalData: ledgerPersonalData,
  scheduled: [
    { name: 'sum-fee-days', schedule: { every: 'day', hour: 0, minute: 35 }, run: sumFeeDays },
  ],
  routes: (routes, all) => ledgerRoutes(routes, all),
  topics: {
    balance: {
      scope: 'billing:read',
      show: async (ctx, _change, all) => ({
        event: 'balance',
        data: await readBalance(ctx, accountOf(ctx).accountId, all),
      }),
    },
  },
}
