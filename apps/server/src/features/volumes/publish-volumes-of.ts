import type { AccountId, InstanceId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'
import { listMounts } from './attachments-store.ts'
import { publishVolume } from './publish-volume.ts'

/** Publishes the volumes of an instance that was destroyed: they are free for others. */
export async function publishVolumesOf(
  tx: Tx,
  instance: { id: InstanceId; account_id: AccountId },
): Promise<void> {
  for (const { volumeId } of await listMounts(tx.db, [instance.id]))
    await publishVolume(tx, { account_id: instance.account_id, id: volumeId })
}
