import type { AccountId } from '@gridloom/contract/core/ids'
import type { MicroUsdPerHour } from '@gridloom/contract/core/values'
import type { Db } from './database/connect.ts'

/** What is spent an hour. */
export interface SpendRate {
  /** Taken from the balance as time passes: the balance lasts as long as this leaves of it. */
  readonly fromBalance: MicroUsdPerHour
  /** Taken from what is on hold already. */
  readonly fromHolds: MicroUsdPerHour
}

/** What an account's running resources cost an hour right now. */
export type ReadSpendRate = (db: Db, accountId: AccountId) => Promise<SpendRate>
