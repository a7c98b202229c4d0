import type { Ctx } from '../../platform/ctx.ts'
import type { Feature } from '../../platform/feature.ts'
import { retireKeysOf } from './api-keys-store.ts'
import { keyQuota } from './key-quota.ts'
import { keysPersonalData } from './personal-data-store.ts'
import { revokeMemberKeys } from './revoke-company-key.ts'
import { keyRoutes } from './routes.ts'
import { sshKeyRoutes } from './ssh-keys/routes.ts'

export const keysFeature: Feature<Ctx> = {
  name: 'keys',
  personalData: keysPersonalData,
  routes: (routes, all) => {
    keyRoutes(routes, all)
    sshKeyRoutes(routes, all)
  },
  quotas: [keyQuota],
  hooks: {
    'membership.ended': revokeMemberKeys,
    'account.closed': (_ctx, tx, { accountId, at }) => retireKeysOf(tx, accountId, at),
  },
}
