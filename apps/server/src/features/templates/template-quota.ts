import { quotas } from '@gridloom/contract/core/constants'
import type { Quota } from '../../platform/feature.ts'
import { countTemplates } from './templates-store.ts'

export const templateQuota: Quota = {
  max: quotas.templates,
  what: 'templates',
  used: countTemplates,
}
