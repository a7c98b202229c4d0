import type { Feature } from '../../platform/feature.ts'
import { companyQuota } from './company-quota.ts'
import { deleteInvitationsTo } from './invitations-store.ts'
import { type CompaniesCtx, membershipRoutes } from './member-routes.ts'
import { companiesPersonalData } from './personal-data-store.ts'
import { companyRoutes } from './routes.ts'

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
