import type { AccountId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'
import { availableOf } from './ledger-accounts.ts'
import { insertLedgerAccounts } from './posting-store.ts'

/** Opens an account's empty ledger account, in the transaction that creates the account. Idempotent. */
export async function openLedgerAccount(tx: Tx, accountId: AccountId): Promise<void> {
  await insertLedgerAccounts(tx, [{ account: availableOf(accountId), owner: accountId }])
}
