import type { CardId } from '@gridloom/contract/cards/card'
import type { AccountId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { CardTables, CustomerRow } from '../schema.ts'

export function selectCustomer(db: Db, accountId: AccountId): Promise<CustomerRow | undefined> {
  return tables(db)
    .selectFrom('card_customers')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

/** Inserts the customer unless the account has one. */
export async function insertCustomer(
  tx: Tx,
  row: Pick<CustomerRow, 'account_id' | 'customer_id' | 'created_at'>,
): Promise<void> {
  await tables(tx.db)
    .insertInto('card_customers')
    .values({ ...row, default_card_id: null })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute()
}

export async function updateDefaultCard(
  tx: Tx,
  accountId: AccountId,
  cardId: CardId | null,
): Promise<void> {
  await tables(tx.db)
    .updateTable('card_customers')
    .set({ default_card_id: cardId })
    .where('account_id', '=', accountId)
    .execute()
}

export async function markClosed(tx: Tx, accountId: AccountId, at: Date): Promise<void> {
  await tables(tx.db)
    .updateTable('card_customers')
    .set({ closed_at: at })
    .where('account_id', '=', accountId)
    .execute()
}

/** Customers of closed accounts, which the processor is to delete. */
export function selectClosed(db: Db, most: number): Promise<CustomerRow[]> {
  return tables(db)
    .selectFrom('card_customers')
    .selectAll()
    .where('closed_at', 'is not', null)
    .orderBy('closed_at')
    .limit(most)
    .execute()
}

export async function deleteCustomerRow(tx: Tx, accountId: AccountId): Promise<void> {
  await tables(tx.db).deleteFrom('card_customers').where('account_id', '=', accountId).execute()
}

function tables(db: Db) {
  return db.withTables<CardTables>()
}
