import type { SnapshotId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { RenameSnapshot, Snapshot } from '@gridloom/contract/snapshots/snapshot'
import type { SnapshotsCtx } from './ctx.ts'
import { lockOwnedSnapshot } from './owned-snapshot.ts'
import { publishSnapshot } from './publish-snapshot.ts'
import { snapshotView } from './snapshot-view.ts'
import { isBeingRestored, updateSnapshot } from './snapshots-store.ts'

/** Renames a snapshot. @throws Refused `not_found` */
export async function renameSnapshot(
  ctx: SnapshotsCtx,
  { id, name }: RenameSnapshot & { id: SnapshotId },
): Promise<Snapshot> {
  const row = await ctx.transact(async (tx) => {
    const row = await lockOwnedSnapshot(ctx, tx, id)
    await publishSnapshot(tx, row)
    return (await updateSnapshot(tx, id, { name })) ?? row
  })
  return snapshotView(row)
}

/** Deletes a snapshot, or cancels its creation. @throws Refused `not_found`, `snapshot_in_use` */
export async function removeSnapshot(ctx: SnapshotsCtx, id: SnapshotId): Promise<void> {
  await ctx.transact(async (tx) => {
    const row = await lockOwnedSnapshot(ctx, tx, id)
    if (row.state === 'deleting') return
    if (await isBeingRestored(tx.db, id)) throw new Refused('snapshot_in_use')
    await updateSnapshot(tx, id, { state: 'deleting' })
    await publishSnapshot(tx, row)
  })
}
