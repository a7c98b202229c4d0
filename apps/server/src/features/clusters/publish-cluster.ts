import type { Tx } from '../../platform/ctx.ts'
import type { ClusterRow } from './schema.ts'

/** Publishes, at commit, a change of a cluster to the open pages of its account. */
export async function publishCluster(
  tx: Tx,
  { account_id: accountId, id }: Pick<ClusterRow, 'account_id' | 'id'>,
): Promise<void> {
  await tx.publish({ topic: 'cluster', accountId, subject: id })
}
