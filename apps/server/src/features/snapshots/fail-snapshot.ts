import type { SnapshotFailure } from '@gridloom/contract/snapshots/snapshot'
import { recordEvents } from '../../platform/business-events/record-events.ts'
import type { Tx } from '../../platform/ctx.ts'
import { publishNotice } from '../notices/index.ts'
import { changeStorage } from './change-storage.ts'
import type { SnapshotsCtx } from './ctx.ts'
import { deleteArrivals, deleteUnused } from './pieces-store.ts'
import { publishSnapshot } from './publish-snapshot.ts'
import type { SnapshotRow } from './schema.ts'
import { snapshotFailed } from './snapshot-events.ts'
import { canSnapshotMove } from './snapshot-states.ts'
import { lockSnapshot, updateSnapshot } from './snapshots-store.ts'

const causes: Readonly<Record<SnapshotFailure, string>> = {
  no_container: 'The instance has no disk.',
  not_supported: 'The machine cannot create snapshots.',
  has_volumes: 'The image keeps data in volumes, which snapshots do not contain.',
  too_large: 'The files are larger than the disk. Sparse files count with their full size.',
  too_many_layers: 'The instance was restored from snapshots too many times in a row.',
  disk_full: 'The machine has too little free disk space.',
  read_failed: 'The disk could not be read. Try again.',
  machine_refused: 'The machine sent a snapshot that cannot be used.',
  machine_silent: 'The machine was offline for a day.',
  storage_full: 'The storage is full. Try again later.',
}

/** Ends the creation of a snapshot: what only it has stored is deleted, and its account is told why. */
export async function failSnapshot(
  ctx: SnapshotsCtx,
  row: SnapshotRow,
  failure: SnapshotFailure,
): Promise<void> {
  await ctx.transact((tx) =>
    changeStorage(ctx, tx, row.account_id, async () => {
      const now = await lockSnapshot(tx, row.id)
      if (now === undefined || !canSnapshotMove(now.state, 'failed')) return
      await updateSnapshot(tx, row.id, { state: 'failed', failure })
      await deleteArrivals(tx, row.id)
      await deleteUnused(tx, row.account_id, ctx.clock.now())
      await publishSnapshot(tx, row)
      if (row.move_id === null) await publishFailure(ctx, tx, { row, failure })
    }),
  )
}

async function publishFailure(
  ctx: SnapshotsCtx,
  tx: Tx,
  { row, failure }: { row: SnapshotRow; failure: SnapshotFailure },
): Promise<void> {
  const { id, name, instance_id, account_id: accountId } = row
  const payload = { name, instance_id, failure, stored_bytes: 0 }
  await recordEvents(ctx, tx, [snapshotFailed.of({ subject: id, accountId, payload })])
  await publishNotice(ctx, tx, {
    accountId,
    notice: {
      key: `snapshot_failed:${id}`,
      level: 'error',
      text: `The snapshot ${name} of ${row.instance_label} failed. ${causes[failure]}`,
      instance_id,
    },
    mail: null,
  })
}
