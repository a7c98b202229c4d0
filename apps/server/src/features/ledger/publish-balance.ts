import type { AccountId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'

/** Publishes, at commit, that the account's balance has changed. */
export function publishBalance(tx: Tx, accountId: AccountId): Promise<void> {
  return publishBalances(tx, [accountId])
}

/** Publishes the change for several accounts, once each. */
export async function publishBalances(tx: Tx, accountIds: Iterable<AccountId>): Promise<void> {
  const ids = [...new Set(accountIds)]
  await tx.publish(...ids.map((id) => ({ topic: 'balance' as const, accountId: id, subject: id })))
}
