import type { AccountId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'

/**
 * Publishes, at commit, a change of an account to its open pages and to every replica that keeps it in memory: its
 * profile, sign-in methods, memberships or state. That of a company reaches all its members.
 */
export async function publishAccount(tx: Tx, accountId: AccountId): Promise<void> {
  await tx.publish({ topic: 'account', accountId, subject: accountId })
}
