import type { AccountId } from '@gridloom/contract/core/ids'
import type { Updateable } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { BalanceAlertRow, BalanceAlertTables } from './schema.ts'

const tables = (db: Db) => db.withTables<BalanceAlertTables>()

export async function findAlert(
  db: Db,
  accountId: AccountId,
): Promise<BalanceAlertRow | undefined> {
  return tables(db)
    .selectFrom('balance_alerts')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

/** Locks the row of an account, and makes it first if there is none. */
export async function lockAlert({ db }: Tx, accountId: AccountId): Promise<BalanceAlertRow> {
  await tables(db)
    .insertInto('balance_alerts')
    .values({ account_id: accountId, within_s: null, funds_micro_usd: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return tables(db)
    .selectFrom('balance_alerts')
    .selectAll()
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function updateAlert(
  { db }: Tx,
  accountId: AccountId,
  change: Updateable<BalanceAlertTables['balance_alerts']>,
): Promise<void> {
  await tables(db)
    .updateTable('balance_alerts')
    .set(change)
    .where('account_id', '=', accountId)
    .execute()
}
