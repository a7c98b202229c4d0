import type { AffiliateFigures, StatsBy } from '@gridloom/contract/affiliate/affiliate'
import type { AccountId } from '@gridloom/contract/core/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/connect.ts'

/** A period of UTC days, both included. */
export interface Days {
  readonly from: string
  readonly to: string
}

type Row = AffiliateFigures & { key: string }

const day = (at: RawBuilder<unknown>) => sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD')`

/** The key of clicks, sign-ups and activations; commission stands on its own day. */
const keys: Record<Exclude<StatsBy, 'day'>, RawBuilder<unknown>> = {
  page: sql`page`,
  campaign: sql`campaign`,
  source: sql`source`,
  sub_id: sql`sub_id`,
}

/** Returns the figures of a period by key, by clicks with the highest first, or by day in order. */
export async function selectStats(
  db: Db,
  accountId: AccountId,
  { by, from, to, limit }: Days & { by: StatsBy; limit: number },
): Promise<Row[]> {
  const keyAt = (at: RawBuilder<unknown>) => (by === 'day' ? day(at) : keys[by])
  const within = (at: RawBuilder<unknown>) => sql`${at} >= ${from}::timestamp at time zone 'UTC'
    and ${at} < (${to}::date + 1)::timestamp at time zone 'UTC'`
  const { rows } = await sql<Row>`
    select key, sum(clicks)::int as clicks, sum(visitors)::int as visitors, sum(sign_ups)::int as sign_ups,
      sum(activated)::int as activated, sum(spent)::bigint as spent_micro_usd,
      sum(commission)::bigint as commission_micro_usd
    from (
      select ${keyAt(sql`at`)} as key, count(*) as clicks, count(*) filter (where not again) as visitors,
        0 as sign_ups, 0 as activated, 0 as spent, 0 as commission
      from affiliate_clicks where account_id = ${accountId} and ${within(sql`at`)} group by 1
      union all
      select ${keyAt(sql`joined_at`)}, 0, 0, count(*), 0, 0, 0
      from affiliate_referrals where account_id = ${accountId} and ${within(sql`joined_at`)} group by 1
      union all
      select ${keyAt(sql`activated_at`)}, 0, 0, 0, count(*), 0, 0
      from affiliate_referrals where account_id = ${accountId} and ${within(sql`activated_at`)} group by 1
      union all
      select ${by === 'day' ? sql`to_char(c.day, 'YYYY-MM-DD')` : sql`r.${keys[by]}`}, 0, 0, 0, 0,
        sum(c.spent_micro_usd), sum(c.micro_usd)
      from affiliate_commissions c join affiliate_referrals r on r.id = c.referral_id
        join affiliate_referrals whose on whose.id = c.of_referral_id and whose.state <> 'rejected'
      where r.account_id = ${accountId} and r.state <> 'rejected'
        and c.day >= ${from}::date and c.day <= ${to}::date group by 1) parts
    group by key order by ${by === 'day' ? sql`key` : sql`clicks desc, sign_ups desc, key`}
    limit ${limit}`.execute(db)
  return rows
}

/** Names the links of an affiliate that have one sub ID. */
export interface LinksWithSubId {
  readonly accountId: AccountId
  readonly subId: string
}

/** What came through links. */
export interface LinkResults extends LinksWithSubId {
  readonly clicks: number
  readonly visitors: number
  readonly sign_ups: number
}

/** Returns what came through links by their sub IDs, in the given order. */
export async function selectLinkResults(
  db: Db,
  links: readonly LinksWithSubId[],
): Promise<LinkResults[]> {
  if (links.length === 0) return []
  const { rows } = await sql<LinkResults>`
    select asked.account_id as "accountId", asked.sub_id as "subId", clicks.*, referrals.*
    from unnest(${links.map(({ accountId }) => accountId)}::text[],
      ${links.map(({ subId }) => subId)}::text[]) with ordinality as asked (account_id, sub_id, place)
    cross join lateral (select count(*)::int as clicks,
        (count(*) filter (where not c.again))::int as visitors
      from affiliate_clicks c where c.account_id = asked.account_id and c.sub_id = asked.sub_id
        and c.sub_id <> '') clicks
    cross join lateral (select (count(*) filter (where r.joined_at is not null))::int as sign_ups
      from affiliate_referrals r where r.account_id = asked.account_id and r.sub_id = asked.sub_id
        and r.sub_id <> '') referrals
    order by asked.place`.execute(db)
  return rows
}

/** Returns the figures of an affiliate of all time; clicks are kept for 400 days. */
export async function selectTotals(db: Db, accountId: AccountId): Promise<AffiliateFigures> {
  const { rows } = await sql<AffiliateFigures>`
    select clicks.*, referrals.*, commissions.* from
      (select count(*)::int as clicks, (count(*) filter (where not again))::int as visitors
        from affiliate_clicks where account_id = ${accountId}) clicks,
      (select (count(*) filter (where joined_at is not null))::int as sign_ups,
        (count(*) filter (where activated_at is not null))::int as activated
        from affiliate_referrals where account_id = ${accountId}) referrals,
      (select coalesce(sum(c.spent_micro_usd), 0)::bigint as spent_micro_usd,
        coalesce(sum(c.micro_usd), 0)::bigint as commission_micro_usd
        from affiliate_commissions c join affiliate_referrals r on r.id = c.referral_id
          join affiliate_referrals whose on whose.id = c.of_referral_id and whose.state <> 'rejected'
        where r.account_id = ${accountId} and r.state <> 'rejected') commissions`.execute(db)
  const [totals] = rows
  if (totals === undefined) throw new RangeError('a query of counts had no row')
  return totals
}
