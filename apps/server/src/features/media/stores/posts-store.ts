import type {
  AccountId,
  ConnectedAccountId,
  MediaId,
  MediaPostId,
  PostId,
} from '@gridloom/contract/core/ids'
import { type Insertable, sql } from 'kysely'
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

/** Whether a post is listed with a medium. */
export async function isListed({ db }: Tx, postLink: string): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('media_posts')
    .select('id')
    .where('post_link', '=', postLink)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Stores a post that was published from here; what somebody listed by hand at its address becomes it. */
export async function storePublishedPost(
  { db }: Tx,
  row: Insertable<MediaTables['media_posts']>,
): Promise<void> {
  const { id: _id, media_id: _media, post_link: _link, listed_at: _listed, ...known } = row
  await tables(db)
    .insertInto('media_posts')
    .values(row)
    .onConflict((conflict) => conflict.columns(['media_id', 'post_link']).doUpdateSet(known))
    .execute()
}

/** Deletes what is listed of a post at one connected account. Returns the media that it was listed with. */
export async function deletePublishedPost(
  { db }: Tx,
  { postId, account }: { postId: PostId; account: ConnectedAccountId },
): Promise<MediaId[]> {
  const rows = await tables(db)
    .deleteFrom('media_posts')
    .where('post_id', '=', postId)
    .where('connected_account_id', '=', account)
    .returning('media_id')
    .execute()
  return rows.map((row) => row.media_id)
}

/** Stores a post. Returns `undefined` if its address is listed already. */
export function insertPost(
  { db }: Tx,
  row: Insertable<MediaTables['media_posts']>,
): Promise<MediaPostRow | undefined> {
  return tables(db)
    .insertInto('media_posts')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
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
