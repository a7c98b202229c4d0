import type { AccountId, ApiKeyId, SessionId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'

/** The id of what one is signed in with. */
export type CredentialId = SessionId | ApiKeyId

/** Has every replica drop what it keeps of these sessions and keys of a user, and end what they hold open. */
export async function publishSessions(
  tx: Tx,
  userId: AccountId,
  ids: readonly CredentialId[],
): Promise<void> {
  for (const subject of ids) await tx.publish({ topic: 'session', accountId: userId, subject })
}
