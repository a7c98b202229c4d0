import type { AccountId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'
import { holdsFor, type Purpose } from './ledger-accounts.ts'
import { insertLedgerAccounts } from './posting-store.ts'

/**
 * Opens a hold, empty, for a project: whatever is charged from it is of the project. Run it in the transaction that
 * creates the resource, before the first {@link placeHold} for it; a hold that is open keeps its project. Both its
 * parts are opened, as welcome credit may join it later.
 */
export function labelHold(
  tx: Tx,
  { accountId, purpose, project }: { accountId: AccountId; purpose: Purpose; project: string },
): Promise<void> {
  return insertLedgerAccounts(
    tx,
    holdsFor(purpose).map((account) => ({ account, owner: accountId, project })),
  )
}
