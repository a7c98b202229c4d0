import type { AccountId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'

/**
 * Publishes, at commit, a change of an account's profile, sign-in methods, memberships or state to its open pages and
 * to every replica that caches it. A change of a company is published to all its members.
 */
export async function publishAccount(tx: Tx, accountId: AccountId): Promise<void> {
  await tx.publish({ topic: 'account', accountId, subject: accountId })
}
