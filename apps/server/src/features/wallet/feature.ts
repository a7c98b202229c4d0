import type { Feature } from '../../platform/feature.ts'
import type { SignInMethodsCtx } from '../auth/index.ts'
import type { WalletCtx } from './ctx.ts'
import { endMemberPayouts } from './payouts/end-member-payouts.ts'
import { endPayoutsTo } from './payouts/payout-addresses-store.ts'
import { walletPersonalData } from './personal-data-store.ts'
import { walletAreaRoutes } from './routes.ts'
import { createTokenReader } from './tokens/token-reader.ts'

/** Tokens and their balances, and the addresses that payouts go to. Linking and sign-in are in `auth`. */
export const walletFeature: Feature<
  WalletCtx & Pick<SignInMethodsCtx, 'chains'>,
  Pick<WalletCtx, 'walletTokens' | 'payoutWaitHours'>
> = {
  name: 'wallet',
  services: ({ config, chains, clock, log }) => ({
    adapters: {
      walletTokens: createTokenReader({ tokens: config.wallet.tokens, chains, clock, log }),
      payoutWaitHours: config.payouts.policy.addressWaitHours,
    },
  }),
  routes: (routes) => walletAreaRoutes(routes),
  personalData: walletPersonalData,
  hooks: {
    'wallet.removed': (ctx, tx, { walletId }) => endPayoutsTo(tx, { walletId }, ctx.clock.now()),
    'membership.ended': (ctx, tx, membership) => endMemberPayouts(ctx, tx, membership),
  },
}
