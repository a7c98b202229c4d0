import type { Ctx } from '../../platform/ctx.ts'
import type { Feature } from '../../platform/feature.ts'
import { storagePersonalData } from './personal-data-store.ts'
import { selectSpenders, selectSpendRate } from './storage-store.ts'

/** Metering and charges of what is stored with us for accounts, for the features that store it. */
export const storageFeature: Feature<Ctx> = {
  name: 'storage',
  personalData: storagePersonalData,
  spendRate: async (db, accountId) => ({
    fromBalance: await selectSpendRate(db, accountId),
    fromHolds: 0,
  }),
  spenders: selectSpenders,
}
