import type { AccountId, OfferId, SavedSearchId } from '@gridloom/contract/core/ids'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { MarketTables, SavedSearchRow } from '../schema.ts'

const tablesOf = (db: Db) => db.withTables<MarketTables>()

/** A search with the number of matches that its next message has. */
export type CountedSearch = SavedSearchRow & { waiting: number }

/** Returns the saved searches of an account, newest first, or one of them. */
export async function listSearchRows(
  db: Db,
  accountId: AccountId,
  only: SavedSearchId | 'all' = 'all',
): Promise<CountedSearch[]> {
  const { rows } = await sql<CountedSearch>`select search.*,
      (select count(*) from saved_search_matches where search_id = search.id and not told) as waiting
    from saved_searches search
    where account_id = ${accountId} and (${only === 'all'} or id = ${only})
    order by id desc limit 500`.execute(db)
  return rows
}

export async function countSearches(db: Db, accountIds: readonly AccountId[]): Promise<number> {
  const { count } = await tablesOf(db)
    .selectFrom('saved_searches')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('account_id', 'in', accountIds)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertSearch(
  { db }: Tx,
  row: Insertable<MarketTables['saved_searches']>,
): Promise<void> {
  await tablesOf(db).insertInto('saved_searches').values(row).execute()
}

/** Returns a saved search of an account, locked. */
export async function lockSearch(
  { db }: Tx,
  accountId: AccountId,
  id: SavedSearchId,
): Promise<SavedSearchRow | undefined> {
  return tablesOf(db)
    .selectFrom('saved_searches')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateSearch(
  { db }: Tx,
  id: SavedSearchId,
  change: Updateable<MarketTables['saved_searches']>,
): Promise<void> {
  await tablesOf(db).updateTable('saved_searches').set(change).where('id', '=', id).execute()
}

/** Deletes a saved search of an account, with its matches. Returns whether there was one. */
export async function deleteSearchRow(
  { db }: Tx,
  accountId: AccountId,
  id: SavedSearchId,
): Promise<boolean> {
  const { numDeletedRows } = await tablesOf(db)
    .deleteFrom('saved_searches')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export type ActiveSearch = Pick<SavedSearchRow, 'id' | 'filters'>

/** Returns the next searches that are not paused, in the order of ids. */
export async function listActive(
  { db }: Tx,
  { after, limit }: { after: SavedSearchId | ''; limit: number },
): Promise<ActiveSearch[]> {
  const { rows } = await sql<ActiveSearch>`select id, filters from saved_searches
    where not paused and id > ${after} order by id limit ${limit}`.execute(db)
  return rows
}

/** Matches that may wait for one search: a message counts no more. */
const waitingMax = 1_000

export interface NewMatch {
  searchId: SavedSearchId
  offerId: OfferId
}

/** Records matches; those that are known stay as they are. */
export async function insertMatches(
  { db }: Tx,
  matches: readonly NewMatch[],
  { now, as }: { now: Date; as: 'waiting' | 'told' },
): Promise<void> {
  if (matches.length === 0) return
  await sql`insert into saved_search_matches (search_id, offer_id, matched_at, told)
    select search.id, match.offer_id, ${now}, ${as === 'told'}
    from unnest(${matches.map((each) => each.searchId)}::text[], ${matches.map((each) => each.offerId)}::text[])
      as match (search_id, offer_id)
    join saved_searches search on search.id = match.search_id
    where ${as === 'told'} or (select count(*) from saved_search_matches
      where search_id = match.search_id and not told) < ${waitingMax}
    on conflict do nothing`.execute(db)
}

export async function deleteMatches({ db }: Tx, id: SavedSearchId): Promise<void> {
  await tablesOf(db).deleteFrom('saved_search_matches').where('search_id', '=', id).execute()
}
