import type { AccountId } from '@gridloom/contract/core/ids'
import type { Feature } from '../../platform/feature.ts'
import { companyQuota } from './company-quota.ts'
import { deleteInvitationsTo } from './invitations-store.ts'
import { type CompaniesCtx, membershipRoutes } from './member-routes.ts'
import { companiesPersonalData } from './personal-data-store.ts'
import { companyRoutes } from './routes.ts'

declare module '../../platform/feature.ts' {
  interface Hooks {
    /** A user no longer belongs to a company: their sessions and keys can no longer act for it. */
    readonly 'membership.ended': { readonly companyId: AccountId; readonly userId: AccountId }
  }
}

export const companiesFeature: Feature<CompaniesCtx> = {
  name: 'companies',
  personalData: companiesPersonalData,
  routes: (routes, all) => {
    membershipRoutes(routes, all)
    companyRoutes(routes, all)
  },
  quotas: [companyQuota],
  hooks: { 'account.closed': (_ctx, tx, { accountId }) => deleteInvitationsTo(tx, accountId) },
}
