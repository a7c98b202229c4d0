import type { InstanceId, SnapshotId } from '@gridloom/contract/core/ids'
import type { Snapshot, SnapshotStorage } from '@gridloom/contract/snapshots/snapshot'
import { accountOf } from '../../platform/ctx.ts'
import { isoOrNull } from '../../platform/iso-or-null.ts'
import { findStorage, storagePrice } from '../storage/index.ts'
import type { SnapshotsCtx } from './ctx.ts'
import { ownedSnapshot } from './owned-snapshot.ts'
import { snapshotView } from './snapshot-view.ts'
import { listSnapshotRows } from './snapshots-store.ts'

/** Returns the snapshots of the active account, newest first. */
export async function listSnapshots(
  ctx: SnapshotsCtx,
  { instance_id: instanceId }: { instance_id?: InstanceId | undefined },
): Promise<Snapshot[]> {
  const { accountId } = accountOf(ctx)
  return (await listSnapshotRows(ctx.db, { accountId, instanceId })).map(snapshotView)
}

/** Returns one snapshot of the active account. @throws Refused `not_found` */
export async function readSnapshot(ctx: SnapshotsCtx, id: SnapshotId): Promise<Snapshot> {
  return snapshotView(await ownedSnapshot(ctx, id))
}

/** Returns the storage of the active account's snapshots, and its price. */
export async function readStorage(ctx: SnapshotsCtx): Promise<SnapshotStorage> {
  const { snapshotMicroUsdPerGbMonth: price } = ctx
  const row = await findStorage(ctx.db, { accountId: accountOf(ctx).accountId, kind: 'snapshots' })
  const stored_bytes = row?.stored_bytes ?? 0
  return {
    stored_bytes,
    micro_usd_per_gb_month: price,
    micro_usd_per_month: storagePrice(stored_bytes, price).perMonth,
    kept_until: isoOrNull(row?.kept_until ?? null),
  }
}
