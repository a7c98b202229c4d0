import path from 'node:path'
import { createKeyedLimiter } from '@gridloom/async/keyed-limiter'
import { createBackgroundWork } from '../../platform/background-work.ts'
import type { Feature } from '../../platform/feature.ts'
import { createSecretSealer } from '../../platform/secret-sealer.ts'
import { advanceBackupRuns, deleteBackupPlans, queueDueBackups } from './advance-backups.ts'
import { backupFailed, backupSucceeded } from './backup-events.ts'
import { backupPlanQuota, backupStoreQuota } from './backup-quotas.ts'
import { chargeBackups } from './charge-backups.ts'
import type { BackupAdapters, BackupsCtx } from './ctx.ts'
import { backupsPersonalData } from './personal-data-store.ts'
import { markPlansDeleting } from './plans-store.ts'
import { backupRoutes } from './routes.ts'

declare module '../../platform/events.ts' {
  interface Topics {
    /** A backup plan or one of its runs; the subject is the plan's id. */
    backup: 'transient'
  }
}

const advanceEveryMs = 1_000
const dueEveryMs = 10_000
const chargeEveryMs = 60_000
/** Runs of this replica at once: each has a few megabytes in memory. */
const runsAtOnce = 64

/** Backups of files of instances: plans, their runs and repositories, and restores. */
export const backupsFeature: Feature<BackupsCtx, BackupAdapters> = {
  name: 'backups',
  services: ({ config, log }) => {
    const runs = createBackgroundWork({
      ...{ log, event: 'backup.run_failed', text: 'a backup could not be settled' },
      atOnce: runsAtOnce,
    })
    const file = path.join(config.dataFolder, 'backup-secrets.key')
    return {
      adapters: {
        backupRuns: runs,
        backupSecrets: createSecretSealer({ file }),
        backupKeys: createKeyedLimiter({ atOnce: 1 }),
        backupMicroUsdPerGbMonth: config.snapshotMicroUsdPerGbMonth,
      },
      [Symbol.asyncDispose]: () => runs[Symbol.asyncDispose](),
    }
  },
  routes: (routes) => backupRoutes(routes),
  loops: [
    { name: 'backups that are due', everyMs: dueEveryMs, run: queueDueBackups },
    { name: 'backups and restores', everyMs: advanceEveryMs, run: advanceBackupRuns },
    { name: 'deleted backup plans', everyMs: advanceEveryMs, run: deleteBackupPlans },
    { name: 'charges of backups', everyMs: chargeEveryMs, run: chargeBackups },
  ],
  quotas: [backupPlanQuota, backupStoreQuota],
  personalData: backupsPersonalData,
  topics: {
    backup: { scope: 'backups:read', show: async () => ({ event: 'backups', data: {} }) },
  },
  events: [backupSucceeded, backupFailed],
  hooks: {
    'account.closed': async (_ctx, tx, { accountId }) => {
      await markPlansDeleting(tx, accountId, 'all')
    },
  },
}
