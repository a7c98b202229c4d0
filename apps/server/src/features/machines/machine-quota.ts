import { quotas } from '@gridloom/contract/core/constants'
import type { Quota } from '../../platform/feature.ts'
import { countMachineRows } from './machines-store.ts'

export const machineQuota: Quota = {
  max: quotas.machines,
  what: 'machines',
  used: countMachineRows,
}
