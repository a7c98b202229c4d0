import { quotas } from '@gridloom/contract/core/constants'
import type { Quota } from '../../../platform/feature.ts'
import { countSearches } from './searches-store.ts'

export const searchQuota: Quota = {
  max: quotas.savedSearches,
  what: 'saved searches',
  used: countSearches,
}
