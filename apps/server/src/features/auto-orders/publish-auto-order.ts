import type { Tx } from '../../platform/ctx.ts'
import type { AutoOrderRow } from './schema.ts'

/** Publishes, at commit, a change of an automatic order to the open pages of its account, and to the checks. */
export async function publishAutoOrder(
  tx: Tx,
  { account_id: accountId, id }: Pick<AutoOrderRow, 'account_id' | 'id'>,
): Promise<void> {
  await tx.publish({ topic: 'auto_order', transient: true, accountId, subject: id })
}
