import type { AccountId } from '@gridloom/contract/core/ids'
import type { MicroUsdPerHour } from '@gridloom/contract/core/values'
import type { Db } from './database/connect.ts'

/** Spending per hour. */
export interface SpendRate {
  /** Taken from the balance as time passes: it determines how long the balance lasts. */
  readonly fromBalance: MicroUsdPerHour
  /** Taken from existing holds. */
  readonly fromHolds: MicroUsdPerHour
}

/** Reads the present cost per hour of an account's running resources. */
export type ReadSpendRate = (db: Db, accountId: AccountId) => Promise<SpendRate>

/** A page of accounts in the order of their ids: those after one, at most `limit`. */
export interface SpendersPage {
  readonly after: AccountId | undefined
  readonly limit: number
}

/**
 * Lists accounts whose running resources cost something from the balance now, each once and in order; those without cost
 * may be among them. A page shorter than its limit is the last.
 */
export type ReadSpenders = (db: Db, page: SpendersPage) => Promise<readonly AccountId[]>
