import { quotas } from '@gridloom/contract/core/constants'
import type { Quota } from '../../platform/feature.ts'
import { countInstances } from './instances-store.ts'

export const instanceQuota: Quota = {
  max: quotas.instances,
  what: 'instances',
  used: countInstances,
}
