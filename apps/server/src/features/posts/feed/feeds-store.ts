import type { AccountId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { PostTables } from '../schema.ts'

type FeedRow = PostTables['calendar_feeds']

const tables = (db: Db) => db.withTables<PostTables>()

export async function findFeed(db: Db, accountId: AccountId): Promise<FeedRow | undefined> {
  return tables(db)
    .selectFrom('calendar_feeds')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

/** Returns the account of a secret, unless it is suspended or closed. */
export async function findFeedAccount(db: Db, hash: string): Promise<AccountId | undefined> {
  const row = await tables(db)
    .withTables<{
      accounts: { id: AccountId; suspended_at: Date | null; closed_at: Date | null }
    }>()
    .selectFrom('calendar_feeds')
    .innerJoin('accounts', 'accounts.id', 'calendar_feeds.account_id')
    .select('calendar_feeds.account_id')
    .where('token_hash', '=', hash)
    .where('suspended_at', 'is', null)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return row?.account_id
}

/** Stores the feed of an account in place of an earlier one. */
export async function storeFeed({ db }: Tx, row: FeedRow): Promise<void> {
  const { token_hash, created_at } = row
  await tables(db)
    .insertInto('calendar_feeds')
    .values(row)
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ token_hash, created_at }))
    .execute()
}

export async function deleteFeed({ db }: Tx, accountId: AccountId): Promise<void> {
  await tables(db).deleteFrom('calendar_feeds').where('account_id', '=', accountId).execute()
}
