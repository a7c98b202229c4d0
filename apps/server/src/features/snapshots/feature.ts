import { createBackgroundWork } from '../../platform/background-work.ts'
import type { Feature } from '../../platform/feature.ts'
import { advanceMoves } from './advance-moves.ts'
import { captureSnapshots } from './capture-snapshot.ts'
import { chargeSnapshots } from './charge-snapshots.ts'
import type { SnapshotAdapters, SnapshotsCtx } from './ctx.ts'
import { deleteSnapshots } from './delete-snapshots.ts'
import { deliverSnapshots } from './deliver-snapshots.ts'
import { dropOldSpools, forgetSpools } from './forget-spools.ts'
import { snapshotsPersonalData } from './personal-data-store.ts'
import { snapshotRoutes } from './routes.ts'
import { snapshotFailed, snapshotReady } from './snapshot-events.ts'
import { snapshotQuota, snapshotStoreQuota } from './snapshot-quotas.ts'
import { markDeleting } from './snapshots-store.ts'

declare module '../../platform/events.ts' {
  interface Topics {
    /** A snapshot or a move; the subject is its id. */
    snapshot: 'transient'
  }
}

const transferEveryMs = 1_000
/** Transfers of this replica at once: each has a few pieces of 8 MiB in memory. */
const transfersAtOnce = 4
const chargeEveryMs = 60_000

/** Snapshots of instances' disks, instances that begin with one, and moves of instances to other machines. */
export const snapshotsFeature: Feature<SnapshotsCtx, SnapshotAdapters> = {
  name: 'snapshots',
  services: ({ config, log }) => {
    const transfers = createBackgroundWork({
      ...{ log, event: 'snapshot.transfer_failed', text: 'a transfer was interrupted' },
      atOnce: transfersAtOnce,
    })
    return {
      adapters: {
        snapshotTransfers: transfers,
        snapshotMicroUsdPerGbMonth: config.snapshotMicroUsdPerGbMonth,
      },
      [Symbol.asyncDispose]: () => transfers[Symbol.asyncDispose](),
    }
  },
  routes: (routes) => snapshotRoutes(routes),
  loops: [
    { name: 'snapshots that are created', everyMs: transferEveryMs, run: captureSnapshots },
    { name: 'snapshots that are restored', everyMs: transferEveryMs, run: deliverSnapshots },
    { name: 'moves of instances', everyMs: transferEveryMs, run: advanceMoves },
    { name: 'deleted snapshots', everyMs: transferEveryMs, run: deleteSnapshots },
    { name: 'files of snapshots on machines', everyMs: transferEveryMs, run: forgetSpools },
    { name: 'charges of snapshots', everyMs: chargeEveryMs, run: chargeSnapshots },
  ],
  scheduled: [
    { name: 'tidy-snapshots', schedule: { every: 'hour', minute: 47 }, run: dropOldSpools },
  ],
  quotas: [snapshotQuota, snapshotStoreQuota],
  personalData: snapshotsPersonalData,
  topics: {
    snapshot: { scope: 'snapshots:read', show: async () => ({ event: 'snapshots', data: {} }) },
  },
  events: [snapshotReady, snapshotFailed],
  hooks: {
    'account.closed': (_ctx, tx, { accountId }) => markDeleting(tx, { accountId }),
  },
}
