import type { Feature } from '../../platform/feature.ts'
import { companyQuota } from './companies/company-quota.ts'
import { membershipRoutes } from './companies/routes.ts'
import { keyQuota } from './keys/key-quota.ts'
import { keyRoutes } from './keys/routes.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { profileRoutes } from './profile/routes.ts'
import { providerRoutes } from './providers/routes.ts'
import { identityRoutes } from './routes.ts'
import type { SignInMethodsCtx } from './sign-in-methods/ctx.ts'
import { sshKeyRoutes } from './ssh-keys/routes.ts'
import { sweepIdentity } from './sweep-identity.ts'

export const identityFeature: Feature<SignInMethodsCtx> = {
  name: 'identity',
  routes: (routes, all) => {
    identityRoutes(routes)
    providerRoutes(routes)
    passkeyRoutes(routes)
    keyRoutes(routes, all)
    sshKeyRoutes(routes, all)
    membershipRoutes(routes, all)
    profileRoutes(routes)
  },
  scheduled: [{ name: 'sweep-identity', cron: '17 * * * *', run: sweepIdentity }],
  quotas: [companyQuota, keyQuota],
}
