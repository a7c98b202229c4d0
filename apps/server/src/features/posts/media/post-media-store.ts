import type { PostId } from '@gridloom/contract/core/ids'
import type { NewPostMedia } from '@gridloom/contract/posts/post'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { PostMediaRow, PostTables } from '../schema.ts'

const tables = (db: Db) => db.withTables<PostTables>()

/** Returns the media of posts, in their order within each. */
export async function selectPostMedia(db: Db, ids: readonly PostId[]): Promise<PostMediaRow[]> {
  return tables(db)
    .selectFrom('post_media')
    .selectAll()
    .where('post_id', '=', sql<PostId>`any(${[...ids]})`)
    .orderBy('post_id')
    .orderBy('position')
    .execute()
}

/** Stores the media of a post in place of earlier ones. */
export async function storePostMedia(
  { db }: Tx,
  id: PostId,
  media: readonly NewPostMedia[],
): Promise<void> {
  await tables(db).deleteFrom('post_media').where('post_id', '=', id).execute()
  if (media.length === 0) return
  await tables(db)
    .insertInto('post_media')
    .values(media.map((one, position) => ({ post_id: id, position, ...one })))
    .execute()
}
