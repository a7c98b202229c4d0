import type { AccountId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'

/** Tells whoever watches this account, at commit, that its balance is another one. */
export function publishBalance(tx: Tx, accountId: AccountId): Promise<void> {
  return publishBalances(tx, [accountId])
}

/** The same for several accounts, once each. */
export async function publishBalances(tx: Tx, accountIds: Iterable<AccountId>): Promise<void> {
  const ids = [...new Set(accountIds)]
  await tx.publish(...ids.map((id) => ({ topic: 'balance' as const, accountId: id, subject: id })))
}
