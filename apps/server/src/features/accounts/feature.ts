import type { AccountId } from '@gridloom/contract/core/ids'
import type { Ctx } from '../../platform/ctx.ts'
import type { Feature } from '../../platform/feature.ts'
import { accountsPersonalData } from './personal-data-store.ts'
import { accountRoutes } from './routes.ts'

declare module '../../platform/events.ts' {
  interface Topics {
    /** The details or permissions of an account; the subject is the account's id. */
    account: 'stored'
    /** A session began, changed or ended; the subject is its id. */
    session: 'stored'
  }
}

declare module '../../platform/feature.ts' {
  interface Hooks {
    /** An account is about to be closed: prepaid holds return to its balance before that is read. */
    readonly 'account.closing': { readonly accountId: AccountId }
    /** An account was closed: its resources are deleted, except those that money records refer to. */
    readonly 'account.closed': { readonly accountId: AccountId; readonly at: Date }
  }
}

export const accountsFeature: Feature<Ctx> = {
  name: 'accounts',
  personalData: accountsPersonalData,
  routes: (routes) => accountRoutes(routes),
  topics: {
    account: { ofUser: true, show: async () => ({ event: 'account', data: {} }) },
    // Only for other replicas: their cached copy of a session or key is stale.
    session: {},
  },
}
