import type { AccountId, SessionId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'

/** Has every replica drop what it keeps of these sessions, and end what they hold open. */
export async function publishSessions(
  tx: Tx,
  userId: AccountId,
  sessionIds: readonly SessionId[],
): Promise<void> {
  for (const subject of sessionIds)
    await tx.publish({ topic: 'session', accountId: userId, subject })
}
