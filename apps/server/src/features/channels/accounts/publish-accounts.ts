import type { Tx } from '../../../platform/ctx.ts'
import type { ConnectedAccountRow } from '../schema.ts'

/** Publishes that a connected account was added, removed or changed. */
export async function publishAccounts(
  tx: Tx,
  { id, account_id: accountId }: Pick<ConnectedAccountRow, 'id' | 'account_id'>,
): Promise<void> {
  await tx.publish({ topic: 'channels', accountId, subject: id, transient: true })
}
