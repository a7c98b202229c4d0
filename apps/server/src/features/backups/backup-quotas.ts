import { quotas } from '@gridloom/contract/core/constants'
import type { Quota } from '../../platform/feature.ts'
import { sumStored } from '../storage/index.ts'
import { countPlans } from './plans-store.ts'

const bytesPerGb = 1_000_000_000

export const backupPlanQuota: Quota = {
  max: quotas.backupPlans,
  what: 'backup plans',
  used: countPlans,
}

/** Counted when a backup begins; while it runs, the account's own storage is bounded by the same number. */
export const backupStoreQuota: Quota = {
  max: quotas.backupStoreGb,
  what: 'GB of backups',
  used: async (db, party) => Math.floor((await sumStored(db, 'backups', party)) / bytesPerGb),
}
