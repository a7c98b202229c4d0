import { quotas } from '@gridloom/contract/core/constants'
import type { Quota } from '../../platform/feature.ts'
import { countCompanies } from './companies-store.ts'

/** How many companies one person owns: each is a name in mails, and work for whoever closes them. */
export const companyQuota: Quota = {
  max: quotas.companies,
  what: 'companies',
  used: countCompanies,
}
