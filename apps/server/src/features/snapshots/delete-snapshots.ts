import { changeStorage } from './change-storage.ts'
import type { SnapshotsCtx } from './ctx.ts'
import { deleteRemoval, deleteUnused, listRemovals } from './pieces-store.ts'
import { publishSnapshot } from './publish-snapshot.ts'
import { deleteSnapshotRow, listDeleting, lockSnapshot } from './snapshots-store.ts'

/** Deletes snapshots that are to be deleted, with the pieces that no other has, and then the files of such pieces. */
export async function deleteSnapshots(ctx: SnapshotsCtx): Promise<void> {
  for (const row of await listDeleting(ctx.db)) {
    await ctx.transact((tx) =>
      changeStorage(ctx, tx, row.account_id, async () => {
        const now = await lockSnapshot(tx, row.id)
        if (now?.state !== 'deleting') return
        await deleteSnapshotRow(tx, row.id)
        await deleteUnused(tx, row.account_id, ctx.clock.now())
        await publishSnapshot(tx, row)
      }),
    )
  }
  for (const fileKey of await listRemovals(ctx.db, ctx.clock.now())) {
    await ctx.files.remove(fileKey)
    await ctx.transact((tx) => deleteRemoval(tx, fileKey))
  }
}
