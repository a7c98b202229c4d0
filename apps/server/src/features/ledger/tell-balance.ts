import type { AccountId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'

/** Tells whoever watches this account, at commit, that its balance is another one. */
export function tellBalance(tx: Tx, accountId: AccountId): Promise<void> {
  return tellBalances(tx, [accountId])
}

/** The same of several accounts, each told once. */
export async function tellBalances(tx: Tx, accountIds: Iterable<AccountId>): Promise<void> {
  const ids = [...new Set(accountIds)]
  await tx.tell(...ids.map((id) => ({ topic: 'balance' as const, accountId: id, subject: id })))
}
