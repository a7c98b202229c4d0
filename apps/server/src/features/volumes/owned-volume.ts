import type { VolumeId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { accountOf, type Ctx, type Tx } from '../../platform/ctx.ts'
import type { VolumeRow } from './schema.ts'
import { findVolume, lockVolume } from './volumes-store.ts'

/** Returns a volume of the active account. @throws Refused `not_found`, also when it is another account's, or deleted */
export async function ownedVolume(ctx: Ctx, id: VolumeId): Promise<VolumeRow> {
  return owned(ctx, await findVolume(ctx.db, id))
}

/** Returns a volume of the active account, locked. @throws Refused `not_found` */
export async function lockOwnedVolume(ctx: Ctx, tx: Tx, id: VolumeId): Promise<VolumeRow> {
  return owned(ctx, await lockVolume(tx, id))
}

function owned(ctx: Ctx, row: VolumeRow | undefined): VolumeRow {
  const isOwn = row?.account_id === accountOf(ctx).accountId && row.state !== 'deleted'
  if (row !== undefined && isOwn) return row
  throw new Refused('not_found', { details: { what: 'volume' } })
}
