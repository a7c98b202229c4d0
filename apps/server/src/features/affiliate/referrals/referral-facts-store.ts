import type { AccountId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import { countedVisitors } from '@gridloom/domain/affiliate/bought-visits'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { isUnderReview } from '../reviews/reviews-store.ts'

/** An affiliate in a period. */
export interface ReferralPeriod {
  readonly accountId: AccountId
  readonly from: Date
  /** Exclusive. */
  readonly to: Date
}

/** Figures of the referrals of an affiliate; those under review and rejected ones are left out. */
export interface ReferralFacts {
  /**
   * Clicks that are not the same network's second one within a day, without those that look bought. Browsers that ask for
   * privacy count at most as often as the others.
   */
  readonly visitors: number
  readonly signUps: number
  readonly activated: number
  /** Of whole UTC days, until yesterday. */
  readonly spent: MicroUsd
}

export async function readReferralFacts(
  db: Db,
  { accountId, from, to }: ReferralPeriod,
): Promise<ReferralFacts> {
  const { rows } = await sql<
    Omit<ReferralFacts, 'visitors'> & { identified: number; unidentified: number }
  >`
    select visitors.*,
      (select count(*)::int from affiliate_referrals
        where account_id = ${accountId} and state = 'active' and joined_at >= ${from} and joined_at < ${to}) as "signUps",
      (select count(*)::int from affiliate_referrals
        where account_id = ${accountId} and state = 'active' and activated_at >= ${from} and activated_at < ${to}) as activated,
      (select coalesce(sum(c.spent_micro_usd), 0)::bigint from affiliate_referrals r
        join affiliate_commissions c on c.referral_id = r.id
        where r.account_id = ${accountId} and r.state = 'active' and ${inDays({ from, to })}) as spent
    from (select count(*) filter (where not is_private)::int as identified,
        count(*) filter (where is_private)::int as unidentified
      from affiliate_clicks c
      where account_id = ${accountId} and at >= ${from} and at < ${to} and not again
        and not exists (select from affiliate_bought_visits b where b.account_id = c.account_id
          and b.day = (c.at at time zone 'UTC')::date and b.source = c.source)) visitors`.execute(
    db,
  )
  const [facts] = rows
  if (facts === undefined) throw new RangeError('a query of counts had no row')
  const { identified, unidentified, ...others } = facts
  return { ...others, visitors: countedVisitors({ identified, unidentified }) }
}

/** Counts the active referrals of an affiliate that each spent an amount in a period. */
export async function countReferredWhoSpent(
  db: Db,
  { accountId, from, to, least }: ReferralPeriod & { least: MicroUsd },
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select from affiliate_referrals r join affiliate_commissions c on c.referral_id = r.id
      where r.account_id = ${accountId} and r.state = 'active' and ${inDays({ from, to })}
      group by r.id having sum(c.spent_micro_usd) >= ${least} and sum(c.spent_micro_usd) > 0) spenders`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

function inDays({ from, to }: { from: Date; to: Date }) {
  return sql`c.day >= (${from}::timestamptz at time zone 'UTC')::date
    and c.day < (${to}::timestamptz at time zone 'UTC')::date + case
      when date_trunc('day', ${to}::timestamptz, 'UTC') < ${to}::timestamptz then 1 else 0 end`
}

/** The referrers above an account, itself included, in order of their ids. Two accounts of one tree share the top one. */
export async function referrersAbove(db: Db, accountId: AccountId): Promise<AccountId[]> {
  const { rows } = await sql<{ id: AccountId }>`
    with recursive line as (
      select ${accountId}::text as id
      union select r.account_id from affiliate_referrals r join line on r.referred_account_id = line.id)
    select id from line order by id collate "C"`.execute(db)
  return rows.map(({ id }) => id)
}

/** An account that somebody below an account was referred by, directly or not, or the account itself. */
export interface ReferredBelow {
  readonly id: AccountId
  /** Whether its fees cost commission: it has a referrer. */
  readonly isReferred: boolean
}

/** Returns an account and everyone below it, in whatever state their referrals are. */
export async function referredBelow(db: Db, accountId: AccountId): Promise<ReferredBelow[]> {
  const { rows } = await sql<ReferredBelow>`
    with recursive tree as (
      select ${accountId}::text as id
      union select r.referred_account_id from affiliate_referrals r join tree on r.account_id = tree.id)
    select id, id <> ${accountId}
      or exists (select from affiliate_referrals where referred_account_id = ${accountId}) as "isReferred"
    from tree`.execute(db)
  return rows
}

/** Whether an account, a referral of it, or the one that brought it, is under review or was rejected. */
export async function doubtOf(
  { db }: Tx,
  accountId: AccountId,
  now: Date,
): Promise<'account_under_review' | 'referral_under_review' | 'referred_by_self' | null> {
  if (await isUnderReview(db, accountId, now)) return 'account_under_review'
  const { rows } = await sql<{ own: boolean }>`
    select referred_account_id = ${accountId} as own from affiliate_referrals
    where (account_id = ${accountId} or referred_account_id = ${accountId}) and state <> 'active'
    order by own desc limit 1`.execute(db)
  const [found] = rows
  if (found === undefined) return null
  return found.own ? 'referred_by_self' : 'referral_under_review'
}
