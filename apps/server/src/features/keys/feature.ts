import type { AccountId } from '@gridloom/contract/core/ids'
import type { Ctx } from '../../platform/ctx.ts'
import type { Feature } from '../../platform/feature.ts'
import { retireKeysOf } from './api-keys-store.ts'
import { keyQuota } from './key-quota.ts'
import { keysPersonalData } from './personal-data-store.ts'
import { revokeMemberKeys } from './revoke-company-key.ts'
import { keyRoutes } from './routes.ts'
import { sshKeyRoutes } from './ssh-keys/routes.ts'

declare module '../../platform/feature.ts' {
  interface Hooks {
    /** The SSH keys of a user changed, or the companies whose instances they reach. */
    readonly 'ssh_keys.changed': { readonly userId: AccountId }
  }
}

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
