import type { AccountId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'
import type { SnapshotsCtx } from './ctx.ts'
import { sumPieces } from './pieces-store.ts'
import { owedAfter, storagePrice } from './storage-price.ts'
import { lockStorage, updateStorage } from './storage-store.ts'

/** Runs a change of an account's pieces under the lock of its storage, and meters the storage before and after it. */
export async function changeStorage<T>(
  ctx: Pick<SnapshotsCtx, 'clock' | 'snapshotMicroUsdPerGbMonth'>,
  tx: Tx,
  accountId: AccountId,
  change: () => Promise<T>,
): Promise<T> {
  const now = ctx.clock.now()
  const storage = await lockStorage(tx, accountId, now)
  const changed = await change()
  const owed = storage.kept_until === null ? owedAfter(storage, now) : BigInt(storage.owed_byte_s)
  const stored_bytes = await sumPieces(tx.db, accountId)
  await updateStorage(tx, accountId, {
    stored_bytes,
    owed_byte_s: String(owed),
    metered_at: now,
    micro_usd_per_hour: storagePrice(stored_bytes, ctx.snapshotMicroUsdPerGbMonth).perHour,
    ...(stored_bytes === 0 ? { kept_until: null } : {}),
  })
  return changed
}
