import type { AccountId } from '@gridloom/contract/core/ids'
import type { SourceVisits } from '@gridloom/domain/affiliate/bought-visits'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connect.ts'

const sourcesMax = 200

/** Returns accounts with at least so many visitors since a time, in order. */
export async function selectVisited(
  db: Db,
  {
    since,
    visitors,
    after,
    limit,
  }: { since: Date; visitors: number; after: string; limit: number },
): Promise<AccountId[]> {
  const { rows } = await sql<{ id: AccountId }>`
    select account_id as id from affiliate_clicks
    where at >= ${since} and not again and account_id > ${after}
    group by 1 having count(*) >= ${visitors} order by 1 limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Returns the visitors of an account by page host: of each UTC day since a time, and of all of them together (`day`
 * null). Hours of a day that is not over are left out. At most the 200 largest.
 */
export async function selectSourceVisits(
  db: Db,
  { accountId, since, now, visitors }: VisitsWanted,
): Promise<SourceVisits[]> {
  const { rows } = await sql<SourceVisits & { hours: number[]; isOver: boolean }>`
    with visits as (
      select source, at, is_private, (at at time zone 'UTC')::date as day,
        extract(hour from at at time zone 'UTC')::int as hour
      from affiliate_clicks where account_id = ${accountId} and at >= ${since} and not again),
    gaps as (
      select *, extract(epoch from at - lag(at) over (partition by source, day order by at)) as gap,
        extract(epoch from at - lag(at) over (partition by source order by at)) as any_gap
      from visits),
    spans as (
      select source, day, count(*)::int as visitors,
        case when day is null then stddev_pop(any_gap) / nullif(avg(any_gap), 0)
          else stddev_pop(gap) / nullif(avg(gap), 0) end::float8 as variation,
        array[${sql.join(Array.from({ length: 24 }, (_, hour) => sql`count(*) filter (where hour = ${sql.raw(String(hour))})::int`))}] as hours
      from gaps group by grouping sets ((source, day), (source))
      having count(*) >= ${visitors} order by visitors desc limit ${sourcesMax})
    select s.source, to_char(s.day, 'YYYY-MM-DD') as day, s.visitors, s.variation as "gapVariation", s.hours,
      coalesce(s.day < (${now}::timestamptz at time zone 'UTC')::date, true) as "isOver",
      (select count(*)::int from visits v where v.source = s.source and not v.is_private) as "recentVisitors",
      (select count(*)::int from affiliate_referrals r where r.account_id = ${accountId}
        and r.source = s.source and r.by = 'click'
        and r.joined_at >= ${now}::timestamptz - interval '30 days') as "signUps"
    from spans s`.execute(db)
  return rows.map(({ isOver, ...visits }) => ({ ...visits, hours: isOver ? visits.hours : null }))
}

export interface VisitsWanted {
  readonly accountId: AccountId
  readonly since: Date
  readonly now: Date
  /** Fewer of a page host are left out. */
  readonly visitors: number
}

/** Returns the UTC days on which an account had visitors of page hosts since a time. */
export async function selectDaysOf(
  db: Db,
  { accountId, since, sources }: { accountId: AccountId; since: Date; sources: readonly string[] },
): Promise<{ day: string; source: string }[]> {
  const { rows } = await sql<{ day: string; source: string }>`
    select distinct to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, source from affiliate_clicks
    where account_id = ${accountId} and at >= ${since} and source = any(${[...sources]}::text[])`.execute(
    db,
  )
  return rows
}
