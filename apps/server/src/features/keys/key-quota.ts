import { quotas } from '@gridloom/contract/core/constants'
import type { Quota } from '../../platform/feature.ts'
import { countKeys } from './api-keys-store.ts'

export const keyQuota: Quota = { max: quotas.apiKeys, what: 'API keys', used: countKeys }
