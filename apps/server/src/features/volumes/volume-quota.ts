import { quotas } from '@gridloom/contract/core/constants'
import type { Quota } from '../../platform/feature.ts'
import { countVolumes } from './volumes-store.ts'

export const volumeQuota: Quota = {
  max: quotas.volumes,
  what: 'volumes',
  used: countVolumes,
}
