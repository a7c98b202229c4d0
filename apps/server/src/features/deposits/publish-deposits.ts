import type { AccountId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'

/** Publishes, at commit, a change of deposits to the open pages of their accounts. */
export async function publishDeposits(
  tx: Tx,
  chainId: number,
  accountIds: Iterable<AccountId>,
): Promise<void> {
  const changes = [...new Set(accountIds)].map((accountId) => ({
    ...{ topic: 'deposit' as const, transient: true as const },
    ...{ accountId, subject: String(chainId) },
  }))
  if (changes.length > 0) await tx.publish(...changes)
}
