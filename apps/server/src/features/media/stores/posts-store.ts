import type { AccountId, MediaId, MediaPostId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { MediaPostRow, MediaTables } from '../schema.ts'

const tables = (db: Db) => db.withTables<MediaTables>()
/** The posts of one medium that are shown. */
const shownMax = 50

/** Returns the newest posts of each medium. */
export async function selectPosts(db: Db, mediaIds: readonly MediaId[]): Promise<MediaPostRow[]> {
  if (mediaIds.length === 0) return []
  const { rows } = await sql<MediaPostRow>`
    select posts.* from unnest(${[...mediaIds]}::text[]) as wanted (id)
    cross join lateral (
      select * from media_posts where media_id = wanted.id
      order by listed_at desc, id desc limit ${shownMax}
    ) posts`.execute(db)
  return rows
}

/** Counts the posts that an account lists for a medium. */
export async function countOwnPosts(
  { db }: Tx,
  { mediaId, accountId }: { mediaId: MediaId; accountId: AccountId },
): Promise<number> {
  const { n } = await tables(db)
    .selectFrom('media_posts')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('media_id', '=', mediaId)
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Stores a post. Returns `undefined` if its address is listed already. */
export function insertPost({ db }: Tx, row: MediaPostRow): Promise<MediaPostRow | undefined> {
  return tables(db)
    .insertInto('media_posts')
    .values(row)
    .onConflict((conflict) => conflict.column('post_link').doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Deletes a post of an account. Returns whether there was one. */
export async function deletePost(
  { db }: Tx,
  { id, mediaId, accountId }: { id: MediaPostId; mediaId: MediaId; accountId: AccountId },
): Promise<boolean> {
  const { numDeletedRows } = await tables(db)
    .deleteFrom('media_posts')
    .where('id', '=', id)
    .where('media_id', '=', mediaId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
