import { quotas } from '@gridloom/contract/core/constants'
import type { Quota } from '../../platform/feature.ts'
import { sumStored } from '../storage/index.ts'
import { countSnapshots } from './snapshots-store.ts'

const bytesPerGb = 1_000_000_000

export const snapshotQuota: Quota = {
  max: quotas.snapshots,
  what: 'snapshots',
  used: countSnapshots,
}

/** Counted when a snapshot is created: the last one may exceed it by its own size, which its disk limits. */
export const snapshotStoreQuota: Quota = {
  max: quotas.snapshotStoreGb,
  what: 'GB of snapshots',
  used: async (db, party) => Math.floor((await sumStored(db, 'snapshots', party)) / bytesPerGb),
}
