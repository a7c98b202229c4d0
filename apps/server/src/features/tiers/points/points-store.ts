import type { AccountId } from '@gridloom/contract/core/ids'
import type { Tier } from '@gridloom/contract/tiers/tier'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { TierTables } from '../schema.ts'

/** Points that are stored. `week`: the Monday of the ISO week, as `2026-11-23`. */
export interface StoredPoints {
  readonly key: string
  readonly accountId: AccountId
  readonly points: number
  readonly text: string
  readonly at: Date
  readonly week: string
}

/** Stores points. Returns whether it did: `false` when the key was used before, or the account is closed. */
export async function insertPoints({ db }: Tx, given: StoredPoints): Promise<boolean> {
  const { key, accountId, points, text, at, week } = given
  const { rows } = await sql`
    insert into tier_points (key, number, account_id, points, text, earned_at, week, recorded_at)
    select ${key}, 0, id, ${points}::int, ${text}, ${at}::timestamptz, ${week}::date, ${at}::timestamptz
    from accounts where id = ${accountId} and closed_at is null
    on conflict (key, number) do nothing returning key`.execute(db)
  return rows.length > 0
}

/**
 * Stores the row that undoes the newest one of a key, at the time of its points. Returns it, unless the key has no points
 * or they are `now` already: those of a key are given and taken back in turn.
 */
export async function insertNext(
  { db }: Tx,
  { key, at, now }: { key: string; at: Date; now: 'given' | 'taken_back' },
): Promise<{ accountId: AccountId; points: number } | undefined> {
  const [prefix, newest] = now === 'given' ? ['Given again: ', 1] : ['Taken back: ', 0]
  const { rows } = await sql<{ accountId: AccountId; points: number }>`
    insert into tier_points (key, number, account_id, points, text, earned_at, week, recorded_at)
    select first.key, last.number + 1, first.account_id, -last.points, ${prefix} || first.text, first.earned_at,
      first.week, ${at}
    from tier_points first cross join lateral (select number, points from tier_points
      where key = ${key} order by number desc limit 1) last
    where first.key = ${key} and first.number = 0 and last.number % 2 = ${newest}
    on conflict (key, number) do nothing returning account_id as "accountId", points`.execute(db)
  return rows[0]
}

/** Sums the points that an account was given after a time. */
export async function sumPoints(db: Db, accountId: AccountId, after: Date): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(points), 0)::int as sum from tier_points
    where account_id = ${accountId} and earned_at > ${after}`.execute(db)
  return rows[0]?.sum ?? 0
}

/** Locks and returns the tier that an account was last told of; `undefined` once the account is closed. */
export async function lockAnnounced(
  { db }: Tx,
  accountId: AccountId,
): Promise<{ tier: Tier; changes: number } | undefined> {
  await sql`insert into tier_announcements (account_id, tier, changes)
    select id, 'bronze', 0 from accounts where id = ${accountId} and closed_at is null
    on conflict (account_id) do nothing`.execute(db)
  return db
    .withTables<TierTables>()
    .selectFrom('tier_announcements')
    .select(['tier', 'changes'])
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
}

export async function storeAnnounced(
  { db }: Tx,
  accountId: AccountId,
  announced: { tier: Tier; changes: number },
): Promise<void> {
  await db
    .withTables<TierTables>()
    .updateTable('tier_announcements')
    .set(announced)
    .where('account_id', '=', accountId)
    .execute()
}

/** Returns accounts whose tier is another one than they were told of, in order. */
export async function selectUnannounced(
  db: Db,
  { since, after, limit }: { since: Date; after: string; limit: number },
): Promise<AccountId[]> {
  const { rows } = await sql<{ id: AccountId }>`
    select account.id from (
      select account_id as id, coalesce(sum(points) filter (where earned_at > ${since}), 0) as points
      from tier_points where account_id > ${after} group by account_id) account
      join lateral (select tier from tiers where tiers.points <= greatest(0, account.points)
        order by tiers.points desc limit 1) has on true
      left join tier_announcements told on told.account_id = account.id
    where has.tier <> coalesce(told.tier, 'bronze')
    order by account.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
