import type { AccountId } from '@gridloom/contract/core/ids'
import type { MicroUsdPerHour } from '@gridloom/contract/core/values'
import type { Db } from '../../platform/database/connect.ts'

/** What the ledger asks of features that stand on it, so that it need not know them. */
export interface LedgerPorts {
  /** What all of an account's instances cost an hour right now. */
  burnOf(db: Db, accountId: AccountId): Promise<MicroUsdPerHour>
  /** The same of its render jobs, whose money is set aside whole; none unless told. */
  renderBurnOf?(db: Db, accountId: AccountId): Promise<MicroUsdPerHour>
  /** The account with this e-mail address (compared without regard to case), or `null`. */
  accountByEmail(db: Db, email: string): Promise<AccountId | null>
}
