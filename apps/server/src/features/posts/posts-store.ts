import type { AccountId, ConnectedAccountId, PostId } from '@gridloom/contract/core/ids'
import { calendarEventsMax, type PostState } from '@gridloom/contract/posts/post'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { PostCheckRow, PostRow, PostTables, PostTargetRow } from './schema.ts'

const tables = (db: Db) => db.withTables<PostTables>()

export type TargetChanges = Updateable<PostTables['post_targets']>

/** Names a target. */
export type TargetKey = Pick<PostTargetRow, 'post_id' | 'connected_account_id'>

export async function insertPost({ db }: Tx, row: PostRow): Promise<void> {
  await tables(db).insertInto('posts').values(row).execute()
}

export async function updatePost(
  { db }: Tx,
  id: PostId,
  changes: Updateable<PostTables['posts']>,
): Promise<void> {
  await tables(db).updateTable('posts').set(changes).where('id', '=', id).execute()
}

export async function insertTargets(
  { db }: Tx,
  rows: readonly Insertable<PostTables['post_targets']>[],
): Promise<void> {
  if (rows.length === 0) return
  await tables(db)
    .insertInto('post_targets')
    .values([...rows])
    .execute()
}

export async function updateTarget(
  { db }: Tx,
  { post_id: id, connected_account_id: account }: TargetKey,
  changes: TargetChanges,
): Promise<void> {
  await tables(db)
    .updateTable('post_targets')
    .set(changes)
    .where('post_id', '=', id)
    .where('connected_account_id', '=', account)
    .execute()
}

export async function deleteTargets(
  { db }: Tx,
  id: PostId,
  accounts: readonly ConnectedAccountId[],
): Promise<void> {
  await tables(db)
    .deleteFrom('post_targets')
    .where('post_id', '=', id)
    .where('connected_account_id', '=', sql<ConnectedAccountId>`any(${[...accounts]})`)
    .execute()
}

export async function findPostRow(db: Db, id: PostId): Promise<PostRow | undefined> {
  return tables(db).selectFrom('posts').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Locks the targets of a post: neither another change nor a publisher takes them meanwhile. */
export async function lockTargets({ db }: Tx, id: PostId): Promise<PostTargetRow[]> {
  return tables(db)
    .selectFrom('post_targets')
    .selectAll()
    .where('post_id', '=', id)
    .orderBy('connected_account_id')
    .forUpdate()
    .execute()
}

export async function selectTargets(db: Db, ids: readonly PostId[]): Promise<PostTargetRow[]> {
  return tables(db)
    .selectFrom('post_targets')
    .selectAll()
    .where('post_id', '=', sql<PostId>`any(${[...ids]})`)
    .orderBy('connected_account_id')
    .execute()
}

/** Returns the newest check of each target of these posts. */
export async function selectNewestChecks(db: Db, ids: readonly PostId[]): Promise<PostCheckRow[]> {
  return tables(db)
    .selectFrom('post_checks')
    .selectAll()
    .distinctOn(['post_id', 'connected_account_id'])
    .where('post_id', '=', sql<PostId>`any(${[...ids]})`)
    .orderBy('post_id')
    .orderBy('connected_account_id')
    .orderBy('at', 'desc')
    .execute()
}

interface PostsOf {
  readonly accountId: AccountId
  /** Posts with a target in this state; undefined: all. */
  readonly state: PostState | undefined
  readonly offset: number
  readonly limit: number
}

/** Returns posts of an account, latest first, and how many there are. */
export async function selectPosts(
  db: Db,
  { accountId, state, offset, limit }: PostsOf,
): Promise<{ rows: PostRow[]; total: number }> {
  const having =
    state === undefined
      ? sql`true`
      : sql`exists (select from post_targets t where t.post_id = posts.id and t.state = ${state})`
  const { rows } = await sql<PostRow>`select * from posts
    where account_id = ${accountId} and ${having}
    order by at desc, id desc limit ${limit} offset ${offset}`.execute(db)
  const counted = await sql<{ total: number }>`select count(*)::int as total from posts
    where account_id = ${accountId} and ${having}`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

/** Counts posts that wait for their time. */
export async function countPlanned(db: Db, party: readonly AccountId[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(distinct post_id)::int as count
    from post_targets where account_id = any(${[...party]}) and state = 'planned'`.execute(db)
  return rows[0]?.count ?? 0
}

/** A target as a calendar shows it. `at`: when it was published, else when it is to be. */
export interface EventRow
  extends Pick<
    PostTargetRow,
    'post_id' | 'connected_account_id' | 'channel' | 'handle' | 'state' | 'url'
  > {
  text: string
  at: Date
  changed_at: Date
}

/** Returns what a calendar shows of a time, in order; without cancelled posts, and not more than it holds. */
export async function selectEvents(
  db: Db,
  { accountId, from, to }: { accountId: AccountId; from: Date; to: Date },
): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select target.post_id, target.connected_account_id, target.channel, target.handle, target.state,
      target.url, coalesce(target.text, post.text) as text,
      coalesce(target.published_at, post.at) as at,
      greatest(post.changed_at, target.published_at) as changed_at
    from post_targets target join posts post on post.id = target.post_id
    where target.account_id = ${accountId} and target.state <> 'cancelled'
      and coalesce(target.published_at, post.at) >= ${from}
      and coalesce(target.published_at, post.at) < ${to}
    order by at, target.post_id, target.connected_account_id limit ${calendarEventsMax}`.execute(db)
  return rows
}

/** A published post, as far as it was checked. */
export interface PublishedRow
  extends Pick<
    PostTargetRow,
    'post_id' | 'connected_account_id' | 'channel' | 'state' | 'url' | 'published_at'
  > {
  text: string
  outcome: PostCheckRow['outcome'] | null
  checked_at: Date | null
  /** The text that the check read. */
  found: string | null
}

export async function selectPublished(
  db: Db,
  { accountId, from, to, limit }: { accountId: AccountId; from: Date; to: Date; limit: number },
): Promise<PublishedRow[]> {
  const { rows } = await sql<PublishedRow>`
    select target.post_id, target.connected_account_id, target.channel, target.state, target.url,
      target.published_at, coalesce(target.text, post.text) as text, latest.outcome,
      latest.at as checked_at, latest.text as found
    from post_targets target join posts post on post.id = target.post_id
      left join lateral (select outcome, at, text from post_checks c where c.post_id = target.post_id
        and c.connected_account_id = target.connected_account_id order by at desc limit 1) latest on true
    where target.account_id = ${accountId} and target.state in ('published', 'gone')
      and target.published_at >= ${from} and target.published_at < ${to}
    order by target.published_at, target.post_id limit ${limit}`.execute(db)
  return rows
}
