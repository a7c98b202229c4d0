import type { SnapshotId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { accountOf, type Ctx, type Tx } from '../../platform/ctx.ts'
import type { SnapshotRow } from './schema.ts'
import { findSnapshot, lockSnapshot } from './snapshots-store.ts'

/** Returns a snapshot of the active account. @throws Refused `not_found`, also when it is another account's */
export async function ownedSnapshot(ctx: Ctx, id: SnapshotId): Promise<SnapshotRow> {
  return owned(ctx, await findSnapshot(ctx.db, id))
}

/** Returns a snapshot of the active account, locked. @throws Refused `not_found` */
export async function lockOwnedSnapshot(ctx: Ctx, tx: Tx, id: SnapshotId): Promise<SnapshotRow> {
  return owned(ctx, await lockSnapshot(tx, id))
}

function owned(ctx: Ctx, row: SnapshotRow | undefined): SnapshotRow {
  const isOwn = row?.account_id === accountOf(ctx).accountId && row.move_id === null
  if (row !== undefined && isOwn) return row
  throw new Refused('not_found', { details: { what: 'snapshot' } })
}
