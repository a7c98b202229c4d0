import { createBackgroundWork } from '../../platform/background-work.ts'
import type { Feature } from '../../platform/feature.ts'
import { advanceVolumes } from './advance-volumes.ts'
import { chargeVolumes } from './charge-volumes.ts'
import { readKeySpend, selectSpenders, selectSpendRate } from './charges-store.ts'
import type { VolumeAdapters, VolumesCtx } from './ctx.ts'
import { volumesPersonalData } from './personal-data-store.ts'
import { volumeRoutes } from './routes.ts'
import { syncVolumes } from './sync-volumes.ts'
import { volumeFailed, volumeReady } from './volume-events.ts'
import { volumeQuota } from './volume-quota.ts'
import { countVolumes, markDeleting } from './volumes-store.ts'

declare module '../../platform/events.ts' {
  interface Topics {
    /** A volume; the subject is its id. */
    volume: 'transient'
  }
}

const advanceEveryMs = 1_000
const minuteMs = 60_000

/** Volumes: disks on one machine that outlive the instances which they are attached to. */
export const volumesFeature: Feature<VolumesCtx, VolumeAdapters> = {
  name: 'volumes',
  services: ({ log }) => {
    const turns = createBackgroundWork({
      ...{ log, event: 'volume.call_failed', text: 'a machine did not answer' },
    })
    return {
      adapters: { volumeTurns: turns },
      [Symbol.asyncDispose]: () => turns[Symbol.asyncDispose](),
    }
  },
  routes: (routes) => volumeRoutes(routes),
  loops: [
    { name: 'volumes that are created or deleted', everyMs: advanceEveryMs, run: advanceVolumes },
    { name: 'volumes of machines', everyMs: minuteMs, run: syncVolumes },
    { name: 'charges of volumes', everyMs: minuteMs, run: chargeVolumes },
  ],
  quotas: [volumeQuota],
  inUse: async (db, accountId) => [
    { count: await countVolumes(db, [accountId], 'kept'), noun: 'volume' },
  ],
  spendRate: async (db, accountId) => ({
    fromBalance: await selectSpendRate(db, accountId),
    fromHolds: 0,
  }),
  spenders: selectSpenders,
  keySpend: readKeySpend,
  personalData: volumesPersonalData,
  topics: {
    volume: { scope: 'volumes:read', show: async () => ({ event: 'volumes', data: {} }) },
  },
  events: [volumeReady, volumeFailed],
  hooks: {
    'account.closed': (_ctx, tx, { accountId }) => markDeleting(tx, accountId),
  },
}
