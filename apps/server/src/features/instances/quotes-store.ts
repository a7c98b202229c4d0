import type { AccountId, QuoteId } from '@gridloom/contract/core/ids'
import type { Insertable } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { InstanceTables, QuoteRow, QuotesTable } from './schema.ts'

export async function insertQuote({ db }: Tx, row: Insertable<QuotesTable>): Promise<void> {
  await db.withTables<InstanceTables>().insertInto('quotes').values(row).execute()
}

/** Uses a quote up: nothing comes back when it is someone else's, expired, or was used before. */
export async function redeem(
  { db }: Tx,
  quote: { id: QuoteId; accountId: AccountId; now: Date },
): Promise<QuoteRow | undefined> {
  return db
    .withTables<InstanceTables>()
    .updateTable('quotes')
    .set({ redeemed_at: quote.now })
    .where('id', '=', quote.id)
    .where('account_id', '=', quote.accountId)
    .where('redeemed_at', 'is', null)
    .where('expires_at', '>', quote.now)
    .returningAll()
    .executeTakeFirst()
}

export async function deleteQuotesBefore({ db }: Tx, before: Date): Promise<void> {
  await db
    .withTables<InstanceTables>()
    .deleteFrom('quotes')
    .where('expires_at', '<', before)
    .execute()
}
