import { forgetCapture } from './capture-calls.ts'
import { changeStorage } from './change-storage.ts'
import type { SnapshotsCtx } from './ctx.ts'
import { deleteRemoval, deleteUnused, listRemovals } from './pieces-store.ts'
import { publishSnapshot } from './publish-snapshot.ts'
import type { SnapshotRow } from './schema.ts'
import { deleteSnapshotRow, listInState, lockSnapshot } from './snapshots-store.ts'

/** Deletes snapshots that are to be deleted, with the pieces that no other has, and then the files of such pieces. */
export async function deleteSnapshots(ctx: SnapshotsCtx): Promise<void> {
  for (const row of await listInState(ctx.db, 'deleting')) {
    await forgetOnMachine(ctx, row)
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

/** Best effort: a machine that is away keeps what it captured until its agent's folder is cleared. */
async function forgetOnMachine(ctx: SnapshotsCtx, row: SnapshotRow): Promise<void> {
  if (row.ready_at !== null || !ctx.agents.connected(row.machine_id)) return
  try {
    await forgetCapture(ctx, row, ctx.signal)
  } catch (cause) {
    // @NOTE the machine went offline meanwhile
    ctx.log.info({ event: 'snapshot.forget_failed', err: cause, snapshot: row.id }, 'not forgotten')
  }
}
