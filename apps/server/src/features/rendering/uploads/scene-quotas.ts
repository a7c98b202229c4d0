import { quotas } from '@gridloom/contract/core/constants'
import type { Quota } from '../../../platform/feature.ts'
import { storedScenes } from './uploads-store.ts'

const giB = 1024 ** 3

export const sceneQuota: Quota = {
  max: quotas.scenes,
  what: 'scenes',
  used: async (db, party) => (await storedScenes(db, party)).count,
}

/** In GiB. An announced upload counts with its full size. */
export const sceneStoreQuota: Quota = {
  max: quotas.sceneStoreGiB,
  what: 'GiB of scenes',
  used: async (db, party) => (await storedScenes(db, party)).bytes / giB,
}
