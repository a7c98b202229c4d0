import type { AccountId, ApiKeyId, SessionId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'

/** The id of the credential that a user is signed in with. */
export type CredentialId = SessionId | ApiKeyId

/** Makes every replica drop its cached copies of these sessions and keys of a user, and close their connections. */
export async function publishSessions(
  tx: Tx,
  userId: AccountId,
  ids: readonly CredentialId[],
): Promise<void> {
  for (const subject of ids) await tx.publish({ topic: 'session', accountId: userId, subject })
}
