import { forgetCapture } from './capture-calls.ts'
import type { SnapshotsCtx } from './ctx.ts'
import { deleteSpool, deleteSpoolsBefore, listSpoolMachines, listSpools } from './spools-store.ts'

/** A machine that was away for so long starts with what its agent cleared, or not at all. */
const keptMs = 90 * 24 * 3_600_000

/**
 * Lets the machines that are connected here delete what they keep of snapshots that are stored, failed or deleted. Each
 * is asked until it has answered: a server that is killed right after a snapshot was completed, or a machine that was
 * away when one was deleted, leaves nothing behind.
 */
export async function forgetSpools(ctx: SnapshotsCtx): Promise<void> {
  for (const machineId of await listSpoolMachines(ctx.db)) {
    if (!ctx.agents.connected(machineId)) continue
    for (const spool of await listSpools(ctx.db, machineId)) {
      // The key of its capture: one that still runs here would begin anew on the machine.
      ctx.snapshotTransfers.start(`capture ${spool.id}`, async (signal) => {
        await forgetCapture(ctx, spool, signal)
        await ctx.transact((tx) => deleteSpool(tx, spool.id))
      })
    }
  }
}

/** Deletes the records of machines that never came back. */
export async function dropOldSpools(ctx: SnapshotsCtx): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - keptMs)
  await ctx.transact((tx) => deleteSpoolsBefore(tx, before))
}
