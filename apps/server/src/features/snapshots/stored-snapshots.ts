import { snapshotsKeptAfterExhaustionS } from '@gridloom/contract/core/constants'
import type { StoredKind } from '../storage/index.ts'
import { sumPieces } from './pieces-store.ts'
import { publishSnapshot } from './publish-snapshot.ts'
import { markUnpaid } from './snapshots-store.ts'

/** The storage of snapshots: pieces that several snapshots of an account have count once. */
export const storedSnapshots: StoredKind = {
  name: 'snapshots',
  noun: 'snapshots',
  keptAfterExhaustionS: snapshotsKeptAfterExhaustionS,
  keyOf: String,
  sum: sumPieces,
  markDeleting: markUnpaid,
  publish: (tx, accountId) => publishSnapshot(tx, { account_id: accountId, id: '' }),
}
