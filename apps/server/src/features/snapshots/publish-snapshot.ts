import type { AccountId, SnapshotId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'

/** Publishes, at commit, a change of a snapshot or a move to the open pages of its account. */
export async function publishSnapshot(
  tx: Tx,
  { account_id: accountId, id }: { account_id: AccountId; id: SnapshotId | string },
): Promise<void> {
  await tx.publish({ topic: 'snapshot', transient: true, accountId, subject: id })
}
