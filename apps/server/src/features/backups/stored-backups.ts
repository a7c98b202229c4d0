import { backupsKeptAfterExhaustionS } from '@gridloom/contract/core/constants'
import type { StoredKind } from '../storage/index.ts'
import { markPlansDeleting } from './plans-store.ts'
import { publishBackup } from './publish-backup.ts'
import { sumObjects } from './repository/objects-store.ts'

/** The storage of the repositories that are with us. */
export const storedBackups: StoredKind = {
  name: 'backups',
  noun: 'backups',
  keptAfterExhaustionS: backupsKeptAfterExhaustionS,
  keyOf: (charges) => `backups:${charges}`,
  sum: sumObjects,
  markDeleting: async (tx, accountId) => ({
    marked: await markPlansDeleting(tx, accountId, 'stored'),
    left: 0,
  }),
  publish: (tx, accountId) => publishBackup(tx, { account_id: accountId, id: '' }),
}
