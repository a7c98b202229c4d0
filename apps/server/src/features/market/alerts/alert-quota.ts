import { quotas } from '@gridloom/contract/core/constants'
import type { Quota } from '../../../platform/feature.ts'
import { countWaiting } from './alerts-store.ts'

export const alertQuota: Quota = {
  max: quotas.offerAlerts,
  what: 'alerts',
  used: countWaiting,
}
