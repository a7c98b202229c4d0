import type { Feature } from '../../platform/feature.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { authPersonalData } from './personal-data-store.ts'
import { providerRoutes } from './providers/routes.ts'
import { publishMemberSessions } from './publish-member-sessions.ts'
import { authRoutes } from './routes.ts'
import type { SignInMethodsCtx } from './sign-in-methods/ctx.ts'
import { sweepAuth } from './sweep-auth.ts'

export const authFeature: Feature<SignInMethodsCtx> = {
  name: 'auth',
  personalData: authPersonalData,
  routes: (routes) => {
    authRoutes(routes)
    providerRoutes(routes)
    passkeyRoutes(routes)
  },
  scheduled: [{ name: 'sweep-identity', cron: '17 * * * *', run: sweepAuth }],
  on: { 'membership.ended': (_ctx, tx, membership) => publishMemberSessions(tx, membership) },
}
