import { quotas } from '@gridloom/contract/core/constants'
import type { Quota } from '../../platform/feature.ts'
import { countWebhooks } from './webhooks-store.ts'

export const webhookQuota: Quota = {
  max: quotas.webhooks,
  what: 'webhooks',
  used: countWebhooks,
}
