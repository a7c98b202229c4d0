import type { AccountId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'

/** Publishes, at commit, a change of deposits to the open pages of their accounts; `null` is of nobody. */
export async function publishDeposits(
  tx: Tx,
  chainId: number,
  accountIds: Iterable<AccountId | null>,
): Promise<void> {
  const changes = [...new Set(accountIds)].flatMap((accountId) =>
    accountId === null
      ? []
      : {
          ...{ topic: 'deposit' as const, transient: true as const },
          ...{ accountId, subject: String(chainId) },
        },
  )
  if (changes.length > 0) await tx.publish(...changes)
}
