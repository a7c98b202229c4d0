import type { AccountId } from '@gridloom/contract/core/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'

/** The public name of an account. `sinceWeek`: the Monday from which on it is shown. */
export interface StoredName {
  readonly accountId: AccountId
  readonly name: string
  readonly nameKey: string
  readonly sinceWeek: string
}

export async function findName(
  db: Db,
  accountId: AccountId,
): Promise<Pick<StoredName, 'name' | 'sinceWeek'> | undefined> {
  const { rows } = await sql<{ name: string; sinceWeek: string }>`
    select name, to_char(since_week, 'YYYY-MM-DD') as "sinceWeek"
    from leaderboard_names where account_id = ${accountId}`.execute(db)
  return rows[0]
}

/** Stores a name. Returns whether it did: `false` when another account's looks like it. */
export async function insertName(
  { db }: Tx,
  { accountId, name, nameKey, sinceWeek }: StoredName,
): Promise<boolean> {
  const { rows } = await sql`
    insert into leaderboard_names (account_id, name, name_key, since_week)
    values (${accountId}, ${name}, ${nameKey}, ${sinceWeek}::date)
    on conflict do nothing returning name`.execute(db)
  return rows.length > 0
}

export async function deleteName({ db }: Tx, accountId: AccountId): Promise<void> {
  await sql`delete from leaderboard_names where account_id = ${accountId}`.execute(db)
}

/** An account on the leaderboard, with the points that count for its tier. */
export interface RankedName {
  readonly accountId: AccountId
  readonly name: string
  readonly nameKey: string
  readonly points: number
  readonly rank: number
  readonly tierPoints: number
}

/** Everybody who is shown in a week: open accounts with a name then, and more points than were taken back. */
const boardOf = (week: string): RawBuilder<unknown> => sql`
  select n.account_id, n.name, n.name_key, sum(p.points)::int as points,
    rank() over (order by sum(p.points) desc)::int as rank
  from tier_points p
    join leaderboard_names n on n.account_id = p.account_id and n.since_week <= p.week
    join accounts a on a.id = p.account_id and a.suspended_at is null and a.closed_at is null
  where p.week = ${week}::date
  group by n.account_id having sum(p.points) > 0`

/** Returns the ranks of a week after a place, most points first, and by name where they are equal. */
export async function selectRanked(
  db: Db,
  {
    week,
    after,
    tierSince,
    limit,
  }: {
    week: string
    after: { points: number; nameKey: string } | null
    tierSince: Date
    limit: number
  },
): Promise<RankedName[]> {
  const isAfter =
    after === null
      ? sql`true`
      : sql`(points < ${after.points} or (points = ${after.points} and name_key > ${after.nameKey}))`
  const { rows } = await sql<RankedName>`
    with board as (${boardOf(week)}), page as (
      select * from board where ${isAfter} order by points desc, name_key limit ${limit})
    select account_id as "accountId", name, name_key as "nameKey", points, rank,
      (select coalesce(sum(t.points), 0)::int from tier_points t
        where t.account_id = page.account_id and t.earned_at > ${tierSince}) as "tierPoints"
    from page order by points desc, name_key`.execute(db)
  return rows
}

/** Returns an account's points of a week, and how many who are shown have more. */
export async function readOwnRank(
  db: Db,
  accountId: AccountId,
  week: string,
): Promise<{ points: number; above: number }> {
  const { rows } = await sql<{ points: number; above: number }>`
    with board as (${boardOf(week)}), own as (
      select coalesce(sum(points), 0)::int as points from tier_points
      where week = ${week}::date and account_id = ${accountId})
    select own.points, (select count(*)::int from board where board.points > own.points) as above
    from own`.execute(db)
  return rows[0] ?? { points: 0, above: 0 }
}
