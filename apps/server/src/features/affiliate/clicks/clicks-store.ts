import type { AccountId, AffiliateClickId } from '@gridloom/contract/core/ids'
import { type Selectable, sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import type { AffiliateTables } from '../schema.ts'

/** A click on a link, before the account of its code is known. */
export interface ClickToStore {
  readonly id: AffiliateClickId
  readonly code: string
  readonly at: Date
  readonly page: string
  readonly campaign: string
  readonly subId: string
  readonly source: string
  readonly visitorHash: string | null
  readonly isPrivate: boolean
}

/** Stores clicks in one statement, and returns the ids of those with a known code. */
export async function insertClicks(
  db: Db,
  clicks: readonly ClickToStore[],
): Promise<Set<AffiliateClickId>> {
  const { rows } = await sql<{ id: AffiliateClickId }>`${prepared('insert_affiliate_clicks')}
    insert into affiliate_clicks (id, account_id, at, page, campaign, sub_id, source, visitor_hash, is_private, again)
    select c.id, k.account_id, c.at, c.page, c.campaign, c.sub_id, c.source, c.visitor_hash, c.is_private,
      c.visitor_hash is not null and (
        row_number() over (partition by c.visitor_hash order by c.id) > 1
        or exists (select from affiliate_clicks o where o.visitor_hash = c.visitor_hash))
    from unnest(${clicks.map(({ id }) => id)}::text[], ${clicks.map(({ code }) => code)}::text[],
      ${clicks.map(({ at }) => at)}::timestamptz[], ${clicks.map(({ page }) => page)}::text[],
      ${clicks.map(({ campaign }) => campaign)}::text[], ${clicks.map(({ subId }) => subId)}::text[],
      ${clicks.map(({ source }) => source)}::text[],
      ${clicks.map(({ visitorHash }) => visitorHash)}::text[],
      ${clicks.map(({ isPrivate }) => isPrivate)}::boolean[])
      as c (id, code, at, page, campaign, sub_id, source, visitor_hash, is_private)
    join affiliate_codes k on k.code = c.code
    returning id`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

export async function findClick(
  db: Db,
  id: AffiliateClickId,
): Promise<Selectable<AffiliateTables['affiliate_clicks']> | undefined> {
  return db
    .withTables<AffiliateTables>()
    .selectFrom('affiliate_clicks')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Returns when a network clicked on links of one code within a day: at most the 5,000 last times. */
export async function selectClickTimes(db: Db, visitorHash: string): Promise<Date[]> {
  const { rows } = await sql<{ at: Date }>`select at from affiliate_clicks
    where visitor_hash = ${visitorHash} order by at desc limit 5000`.execute(db)
  return rows.map(({ at }) => at)
}

/** Counts the clicks on the links of an account on the UTC day of a time. */
export async function countClicksOfDay(db: Db, accountId: AccountId, at: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from affiliate_clicks
    where account_id = ${accountId} and at >= date_trunc('day', ${at}::timestamptz, 'UTC')
      and at < date_trunc('day', ${at}::timestamptz, 'UTC') + interval '1 day'`.execute(db)
  return rows[0]?.count ?? 0
}

/** Deletes the hashes of networks that are older than a time. */
export async function dropHashes({ db }: Tx, before: Date): Promise<void> {
  await sql`update affiliate_clicks set visitor_hash = null
    where at < ${before} and visitor_hash is not null`.execute(db)
}

/** Deletes clicks that are older than a time, at most `limit`. Returns how many. */
export async function deleteOldClicks(
  { db }: Tx,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from affiliate_clicks where id in (
    select id from affiliate_clicks where at < ${before} order by at limit ${limit})`.execute(db)
  return Number(numAffectedRows)
}
