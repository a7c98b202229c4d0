import type { AccountId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { StoredKindName } from './schema.ts'

/** What is stored for accounts and charged by its bytes. */
export interface StoredKind {
  readonly name: StoredKindName
  /** The noun of notices and bills. */
  readonly noun: 'snapshots' | 'backups'
  /** How long it is kept after the balance is used up, without a charge. */
  readonly keptAfterExhaustionS: number
  /** The period of a charge, unique among all kinds of an account. */
  keyOf(charges: number): string
  /** Sums the bytes that are stored for an account now. */
  sum(db: Db, accountId: AccountId): Promise<number>
  /** Begins to delete all of it that nothing needs now. Returns how many things are marked, and how many are left. */
  markDeleting(tx: Tx, accountId: AccountId): Promise<{ marked: number; left: number }>
  /** Publishes a change to the account's pages. */
  publish(tx: Tx, accountId: AccountId): Promise<void>
}
