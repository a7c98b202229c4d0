import type { AccountReviewState, AccountRule } from '@gridloom/contract/affiliate/account-review'
import type { AccountId } from '@gridloom/contract/core/ids'
import type { AccountSignal } from '@gridloom/domain/affiliate/account-signals'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { AccountReviewRow, AffiliateTables } from '../schema.ts'

const tables = (db: Db) => db.withTables<AffiliateTables>()

/**
 * Stores what a rule found about an account. One that is held gets its new evidence and a new end; what the operator
 * decided stays until it ends.
 */
export async function saveReview(
  { db }: Tx,
  { account, signal, now, expiresAt }: AccountFinding,
): Promise<'held' | 'known'> {
  const { rows } = await sql<{ isNew: boolean }>`
    insert into affiliate_account_reviews as known (account_id, rule, evidence, found_at, expires_at)
    values (${account}, ${signal.rule}, ${signal.evidence}, ${now}, ${expiresAt})
    on conflict (account_id, rule) do update set
      state = case when known.expires_at <= ${now} then 'held' else known.state end,
      evidence = case when known.state = 'held' or known.expires_at <= ${now}
        then excluded.evidence else known.evidence end,
      expires_at = case when known.state = 'held' or known.expires_at <= ${now}
        then excluded.expires_at else known.expires_at end,
      found_at = case when known.expires_at <= ${now} then excluded.found_at else known.found_at end,
      decision_text = case when known.expires_at <= ${now} then null else known.decision_text end,
      appeal_text = case when known.expires_at <= ${now} then null else known.appeal_text end,
      appealed_at = case when known.expires_at <= ${now} then null else known.appealed_at end
    returning found_at = ${now} as "isNew"`.execute(db)
  return rows[0]?.isNew === true ? 'held' : 'known'
}

/** What a rule found, and until when it counts. */
export interface AccountFinding {
  readonly account: AccountId
  readonly signal: AccountSignal
  readonly now: Date
  readonly expiresAt: Date
}

/** Whether a rule holds an account that was not released. */
export async function isUnderReview(db: Db, accountId: AccountId, now: Date): Promise<boolean> {
  const { rows } = await sql`select from affiliate_account_reviews
    where account_id = ${accountId} and state <> 'released' and expires_at > ${now} limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Whether the operator released what a rule found about an account. */
export async function isReleased(
  db: Db,
  { accountId, rule, now }: { accountId: AccountId; rule: AccountRule; now: Date },
): Promise<boolean> {
  const { rows } = await sql`select from affiliate_account_reviews
    where account_id = ${accountId} and rule = ${rule} and state = 'released'
      and expires_at > ${now}`.execute(db)
  return rows.length > 0
}

export async function lockReview(
  { db }: Tx,
  { accountId, rule }: { accountId: AccountId; rule: AccountRule },
): Promise<AccountReviewRow | undefined> {
  return tables(db)
    .selectFrom('affiliate_account_reviews')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('rule', '=', rule)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function updateReview(
  { db }: Tx,
  { account_id: accountId, rule }: Pick<AccountReviewRow, 'account_id' | 'rule'>,
  change: Partial<AccountReviewRow>,
): Promise<void> {
  await tables(db)
    .updateTable('affiliate_account_reviews')
    .set(change)
    .where('account_id', '=', accountId)
    .where('rule', '=', rule)
    .execute()
}

/** Returns the reviews of an account that count, newest first. */
export async function selectReviews(
  db: Db,
  accountId: AccountId,
  now: Date,
): Promise<AccountReviewRow[]> {
  return tables(db)
    .selectFrom('affiliate_account_reviews')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .orderBy('found_at', 'desc')
    .orderBy('rule')
    .execute()
}

/** A review for the operator. */
export type ListedReview = AccountReviewRow & { email: string | null; total: number }

/** Returns reviews in a state, those with an appeal and then the newest first, or one. */
export async function selectForOperator(
  db: Db,
  filter:
    | { state: AccountReviewState; now: Date; page: number; page_size: number }
    | { accountId: AccountId; rule: AccountRule },
): Promise<ListedReview[]> {
  const where =
    'state' in filter
      ? sql`r.state = ${filter.state} and r.expires_at > ${filter.now}`
      : sql`r.account_id = ${filter.accountId} and r.rule = ${filter.rule}`
  const [limit, offset] =
    'state' in filter ? [filter.page_size, (filter.page - 1) * filter.page_size] : [1, 0]
  const { rows } = await sql<ListedReview>`
    select r.*, a.email, count(*) over ()::int as total
    from affiliate_account_reviews r
      left join accounts a on a.id = r.account_id and a.email_verified_at is not null
    where ${where}
    order by (r.appealed_at is not null and r.state <> 'released') desc, r.found_at desc, r.account_id, r.rule
    limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** Notes that the visitors of page hosts on some days look bought. */
export async function insertBought(
  { db }: Tx,
  accountId: AccountId,
  days: readonly { day: string; source: string }[],
): Promise<void> {
  await sql`insert into affiliate_bought_visits (account_id, day, source)
    select ${accountId}, day, source
    from unnest(${days.map(({ day }) => day)}::date[], ${days.map(({ source }) => source)}::text[]) as given (day, source)
    on conflict do nothing`.execute(db)
}

/** Forgets which visitors of an account looked bought. */
export async function deleteBought({ db }: Tx, accountId: AccountId): Promise<void> {
  await sql`delete from affiliate_bought_visits where account_id = ${accountId}`.execute(db)
}

/** Deletes reviews that count no longer, and what looked bought before clicks are deleted, too. */
export async function deleteOldReviews(
  { db }: Tx,
  { now, boughtBefore }: { now: Date; boughtBefore: Date },
): Promise<void> {
  await sql`delete from affiliate_account_reviews where expires_at <= ${now}`.execute(db)
  await sql`delete from affiliate_bought_visits where day < ${boughtBefore}::date`.execute(db)
}
