import type { Feature } from '../../platform/feature.ts'
import type { SignInMethodsCtx } from '../auth/index.ts'
import { bankPayoutRecords, payoutRecords } from './asset-records.ts'
import { createSetup } from './create-setup.ts'
import type { PayoutsCtx } from './ctx.ts'
import { countOpen } from './payouts-store.ts'
import { payoutsPersonalData } from './personal-data-store.ts'
import { placeWeekly } from './requests/weekly-payouts.ts'
import { payoutRoutes } from './routes.ts'
import { sendPayouts } from './sender/send-payouts.ts'

const sendEveryMs = 5_000

/** Payouts of earnings to wallets, as stablecoins. */
export const payoutsFeature: Feature<
  PayoutsCtx & Pick<SignInMethodsCtx, 'chains'>,
  Pick<PayoutsCtx, 'payoutSetup'>
> = {
  name: 'payouts',
  services: async ({ config, chains }) => ({
    adapters: { payoutSetup: await createSetup(config.payouts, chains) },
  }),
  routes: (routes) => payoutRoutes(routes),
  loops: [{ name: 'sending payouts', everyMs: sendEveryMs, run: sendPayouts }],
  scheduled: [
    { name: 'weekly-payouts', schedule: { every: 'day', hour: 6, minute: 20 }, run: placeWeekly },
  ],
  inUse: async (db, accountId) => [{ count: await countOpen(db, accountId), noun: 'payout' }],
  assetRecords: [payoutRecords, bankPayoutRecords],
  personalData: payoutsPersonalData,
}
