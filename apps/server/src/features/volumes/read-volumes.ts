import type { VolumeId } from '@gridloom/contract/core/ids'
import type { Volume } from '@gridloom/contract/volumes/volume'
import { accountOf, type Ctx } from '../../platform/ctx.ts'
import { ownedVolume } from './owned-volume.ts'
import { showVolumes } from './show-volumes.ts'
import { listOwned } from './volumes-store.ts'

/** Returns the volumes of the active account, newest first. */
export async function listVolumes(ctx: Ctx): Promise<Volume[]> {
  return showVolumes(ctx, await listOwned(ctx.db, accountOf(ctx).accountId))
}

/** Returns one volume of the active account. @throws Refused `not_found` */
export async function readVolume(ctx: Ctx, id: VolumeId): Promise<Volume> {
  const [view] = await showVolumes(ctx, [await ownedVolume(ctx, id)])
  if (view === undefined) throw new RangeError('one row makes one view')
  return view
}
