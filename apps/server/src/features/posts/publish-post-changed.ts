import type { Tx } from '../../platform/ctx.ts'
import type { PostTargetRow } from './schema.ts'

/** Publishes that a post was planned, changed, or moved to another state. */
export async function publishPostChanged(
  tx: Tx,
  { post_id: subject, account_id: accountId }: Pick<PostTargetRow, 'post_id' | 'account_id'>,
): Promise<void> {
  await tx.publish({ topic: 'posts', accountId, subject, transient: true })
}
