import type { AccountId, WalletId } from '@gridloom/contract/core/ids'
import type { Feature } from '../../platform/feature.ts'
import { accountVerified } from './account-verified.ts'
import { type AuthAdapters, createAuthServices } from './create-auth-services.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { authPersonalData } from './personal-data-store.ts'
import { providerRoutes } from './providers/routes.ts'
import { publishMemberSessions } from './publish-member-sessions.ts'
import { authRoutes } from './routes.ts'
import { sendWelcome } from './send-welcome.ts'
import type { SignInMethodsCtx } from './sign-in-methods/ctx.ts'
import { sweepAuth } from './sweep-auth.ts'
import { walletRoutes } from './wallets/routes.ts'

declare module '../../platform/feature.ts' {
  interface Hooks {
    /** A user removed an address from their account. */
    'wallet.removed': { accountId: AccountId; walletId: WalletId }
  }
}

export const authFeature: Feature<SignInMethodsCtx & AuthAdapters, AuthAdapters> = {
  name: 'auth',
  services: createAuthServices,
  personalData: authPersonalData,
  routes: (routes, all) => {
    authRoutes(routes)
    providerRoutes(routes)
    passkeyRoutes(routes)
    walletRoutes(routes, all)
  },
  scheduled: [{ name: 'sweep-auth', schedule: { every: 'hour', minute: 17 }, run: sweepAuth }],
  events: [accountVerified],
  subscribers: [sendWelcome],
  hooks: { 'membership.ended': (_ctx, tx, membership) => publishMemberSessions(tx, membership) },
}
