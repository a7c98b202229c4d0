import { quotas } from '@gridloom/contract/core/constants'
import type { Quota } from '../../platform/feature.ts'
import { countActive } from './reservations-store.ts'

export const reservationQuota: Quota = {
  max: quotas.reservations,
  what: 'reservations',
  used: countActive,
}
