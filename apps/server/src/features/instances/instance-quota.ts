import { quotas } from '@gridloom/contract/core/constants'
import type { Quota } from '../../platform/feature.ts'
import { countStanding } from './instances-store.ts'

export const instanceQuota: Quota = {
  max: quotas.instances,
  what: 'instances',
  used: countStanding,
}
