import type { VolumeId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { listAttachments } from './attachments-store.ts'
import { endCharges } from './charge-volumes.ts'
import type { VolumesCtx } from './ctx.ts'
import { lockOwnedVolume } from './owned-volume.ts'
import { publishVolume } from './publish-volume.ts'
import { updateVolume } from './volumes-store.ts'

/**
 * Deletes a volume: it is charged up to now, and its machine deletes the data.
 * @throws Refused `not_found`, `volume_in_use`
 */
export async function removeVolume(ctx: VolumesCtx, id: VolumeId): Promise<void> {
  await ctx.transact(async (tx) => {
    const row = await lockOwnedVolume(ctx, tx, id)
    if (row.state === 'deleting') return
    const [attached] = await listAttachments(tx.db, [id])
    if (attached !== undefined)
      throw new Refused('volume_in_use', { details: { name: row.name, instance: attached.label } })
    await endCharges(ctx, tx, row, 'deleted')
    await updateVolume(tx, id, { state: 'deleting', kept_until: null })
    await publishVolume(tx, row)
  })
}
