import { quotas } from '@gridloom/contract/core/constants'
import type { Quota } from '../../platform/feature.ts'
import { countCompanies } from './companies-store.ts'

/** The maximum number of companies that a user owns: each is a name in emails, and work to close. */
export const companyQuota: Quota = {
  max: quotas.companies,
  what: 'companies',
  used: countCompanies,
}
