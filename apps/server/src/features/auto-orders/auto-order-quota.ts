import { quotas } from '@gridloom/contract/core/constants'
import type { Quota } from '../../platform/feature.ts'
import { countOpen } from './auto-orders-store.ts'

export const autoOrderQuota: Quota = {
  max: quotas.autoOrders,
  what: 'automatic orders',
  used: countOpen,
}
