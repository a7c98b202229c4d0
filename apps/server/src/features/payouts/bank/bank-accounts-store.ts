import type { AccountId, BankAccountId } from '@gridloom/contract/core/ids'
import type { Insertable } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { BankAccountRow, BankTables } from './schema.ts'

const tables = (db: Db) => db.withTables<BankTables>()

/** The bank account in effect, and the change that waits. */
export interface BankAccountRows {
  readonly current: BankAccountRow | undefined
  readonly pending: BankAccountRow | undefined
}

/** A removed account is not replaced by the one before it: payouts wait until the user enters another. */
export async function selectBankAccounts(
  db: Db,
  accountId: AccountId,
  now: Date,
): Promise<BankAccountRows> {
  const rows = await tables(db)
    .selectFrom('bank_accounts')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('cancelled_at', 'is', null)
    .orderBy('effective_at', 'desc')
    .limit(2)
    .execute()
  const effective = rows.find((row) => row.effective_at <= now)
  return {
    current: effective?.removed_at === null ? effective : undefined,
    pending: rows.find((row) => row.effective_at > now),
  }
}

export async function insertBankAccount(
  { db }: Tx,
  row: Insertable<BankTables['bank_accounts']>,
): Promise<void> {
  await tables(db).insertInto('bank_accounts').values(row).execute()
}

/** Cancels a change that has not taken effect. `false`: it has, or is cancelled already. */
export async function cancelBankAccount(
  { db }: Tx,
  id: BankAccountId,
  now: Date,
): Promise<boolean> {
  const row = await tables(db)
    .updateTable('bank_accounts')
    .set({ cancelled_at: now })
    .where('id', '=', id)
    .where('cancelled_at', 'is', null)
    .where('effective_at', '>', now)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Ends the use of an account in effect. */
export async function removeBankAccountRow(
  { db }: Tx,
  id: BankAccountId,
  now: Date,
): Promise<void> {
  await tables(db)
    .updateTable('bank_accounts')
    .set({ removed_at: now })
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .execute()
}
