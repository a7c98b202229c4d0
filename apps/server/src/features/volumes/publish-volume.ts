import type { Tx } from '../../platform/ctx.ts'
import type { VolumeRow } from './schema.ts'

/** Publishes, at commit, a change of a volume to the open pages of its account. */
export async function publishVolume(
  tx: Tx,
  { account_id: accountId, id }: Pick<VolumeRow, 'account_id' | 'id'>,
): Promise<void> {
  await tx.publish({ topic: 'volume', transient: true, accountId, subject: id })
}
