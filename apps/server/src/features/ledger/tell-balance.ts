import type { AccountId } from '@gridloom/contract/ids'
import type { Tx } from '../../platform/ctx.ts'

/** Tells whoever watches this account, at commit, that its balance is another one. */
export async function tellBalance(tx: Tx, accountId: AccountId): Promise<void> {
  await tx.tell({ topic: 'balance', accountId, subject: accountId })
}
