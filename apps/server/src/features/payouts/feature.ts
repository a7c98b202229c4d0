import type { Feature } from '../../platform/feature.ts'
import type { SignInMethodsCtx } from '../auth/index.ts'
import { bankPayoutRecords, payoutRecords, stripePayoutRecords } from './asset-records.ts'
import { createSetup } from './create-setup.ts'
import type { PayoutsCtx } from './ctx.ts'
import { countOpen } from './payouts-store.ts'
import { payoutsPersonalData } from './personal-data-store.ts'
import { placeWeekly } from './requests/weekly-payouts.ts'
import { payoutRoutes } from './routes.ts'
import { sendPayouts } from './sender/send-payouts.ts'
import { forgetTargets } from './settings/settings-store.ts'
import { checkStripe } from './stripe/check-stripe.ts'
import { sendByStripe } from './stripe/send-by-stripe.ts'
import { stripeEventsPage } from './stripe/stripe-events-page.ts'

const sendEveryMs = 5_000

/** Payouts of earnings: to wallets as stablecoins, to bank accounts, and by Stripe. */
export const payoutsFeature: Feature<
  PayoutsCtx & Pick<SignInMethodsCtx, 'chains'>,
  Pick<PayoutsCtx, 'payoutSetup'>
> = {
  name: 'payouts',
  services: async ({ config, chains, clock }) => ({
    adapters: { payoutSetup: await createSetup(config.payouts, chains, clock) },
  }),
  routes: (routes) => payoutRoutes(routes),
  pages: stripeEventsPage,
  loops: [
    { name: 'sending payouts', everyMs: sendEveryMs, run: sendPayouts },
    { name: 'payouts by Stripe', everyMs: sendEveryMs, run: sendByStripe },
  ],
  scheduled: [
    { name: 'weekly-payouts', schedule: { every: 'day', hour: 6, minute: 20 }, run: placeWeekly },
    { name: 'check-stripe-payouts', schedule: { every: 'hour', minute: 37 }, run: checkStripe },
  ],
  inUse: async (db, accountId) => [{ count: await countOpen(db, accountId), noun: 'payout' }],
  hooks: { 'account.closed': (_ctx, tx, { accountId }) => forgetTargets(tx, accountId) },
  assetRecords: [payoutRecords, bankPayoutRecords, stripePayoutRecords],
  personalData: payoutsPersonalData,
}
