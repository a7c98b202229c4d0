import { sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { TargetChanges } from '../posts-store.ts'
import type { PostCheckRow, PostTables, PostTargetRow } from '../schema.ts'

/** A published post that is to be read again. */
export interface ToCheck
  extends Pick<
    PostTargetRow,
    | 'post_id'
    | 'connected_account_id'
    | 'account_id'
    | 'channel'
    | 'handle'
    | 'publishes'
    | 'check_stage'
    | 'check_tries'
  > {
  readonly text: string
  readonly url: string
  readonly published_at: Date
  readonly next_check_at: Date
}

export async function selectToCheck(db: Db, now: Date, limit: number): Promise<ToCheck[]> {
  const { rows } = await sql<ToCheck>`
    select target.post_id, target.connected_account_id, target.account_id, target.channel,
      target.handle, target.publishes, target.check_stage, target.check_tries, target.url,
      target.published_at, target.next_check_at, coalesce(target.text, post.text) as text
    from post_targets target join posts post on post.id = target.post_id
    where target.next_check_at <= ${now} and target.state = 'published'
    order by target.next_check_at limit ${limit}`.execute(db)
  return rows
}

/** Stores what follows a look, unless another run has stored it: of two that looked one counts. */
export async function settleCheck(
  { db }: Tx,
  { post_id: id, connected_account_id: account, next_check_at: before }: ToCheck,
  changes: TargetChanges,
): Promise<'settled' | 'lost'> {
  const { numUpdatedRows } = await db
    .withTables<PostTables>()
    .updateTable('post_targets')
    .set(changes)
    .where('post_id', '=', id)
    .where('connected_account_id', '=', account)
    .where('state', '=', 'published')
    .where('next_check_at', '=', before)
    .executeTakeFirst()
  return numUpdatedRows === 1n ? 'settled' : 'lost'
}

export async function insertCheck({ db }: Tx, row: PostCheckRow): Promise<void> {
  await db.withTables<PostTables>().insertInto('post_checks').values(row).execute()
}
