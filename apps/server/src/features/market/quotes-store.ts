import type { AccountId, QuoteId } from '@gridloom/contract/core/ids'
import type { Insertable } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { MarketTables, QuoteRow, QuotesTable } from './schema.ts'

export async function insertQuote({ db }: Tx, row: Insertable<QuotesTable>): Promise<void> {
  await db.withTables<MarketTables>().insertInto('quotes').values(row).execute()
}

/** Redeems a quote; `undefined` for one that is another account's, expired or already redeemed. */
export async function redeemQuote(
  { db }: Tx,
  quote: { id: QuoteId; accountId: AccountId; now: Date },
): Promise<QuoteRow | undefined> {
  return db
    .withTables<MarketTables>()
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
    .withTables<MarketTables>()
    .deleteFrom('quotes')
    .where('expires_at', '<', before)
    .execute()
}
