import type { AccountId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'
import { meterStorage } from '../storage/index.ts'
import type { SnapshotsCtx } from './ctx.ts'
import { storedSnapshots } from './stored-snapshots.ts'

/** Runs a change of an account's pieces under the lock of its storage, and meters the storage before and after it. */
export async function changeStorage<T>(
  ctx: Pick<SnapshotsCtx, 'clock' | 'snapshotMicroUsdPerGbMonth'>,
  tx: Tx,
  accountId: AccountId,
  change: () => Promise<T>,
): Promise<T> {
  const microUsdPerGbMonth = ctx.snapshotMicroUsdPerGbMonth
  return meterStorage(ctx, tx, { kind: storedSnapshots, accountId, microUsdPerGbMonth }, change)
}
