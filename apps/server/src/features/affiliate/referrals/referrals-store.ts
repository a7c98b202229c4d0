import type { ReferralState } from '@gridloom/contract/affiliate/affiliate'
import type { AccountId, ReferralId } from '@gridloom/contract/core/ids'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { AffiliateTables, ReferralRow } from '../schema.ts'

const tables = (db: Db) => db.withTables<AffiliateTables>()

/** Locks the referral of an account until the transaction ends. */
export async function lockReferralOf(
  { db }: Tx,
  referred: AccountId,
): Promise<ReferralRow | undefined> {
  return tables(db)
    .selectFrom('affiliate_referrals')
    .selectAll()
    .where('referred_account_id', '=', referred)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Returns the counted referral of an account, without a lock. */
export async function findReferralOf(
  db: Db,
  referred: AccountId,
): Promise<ReferralRow | undefined> {
  return tables(db)
    .selectFrom('affiliate_referrals')
    .selectAll()
    .where('referred_account_id', '=', referred)
    .where('joined_at', 'is not', null)
    .executeTakeFirst()
}

export async function lockReferral({ db }: Tx, id: ReferralId): Promise<ReferralRow | undefined> {
  return tables(db)
    .selectFrom('affiliate_referrals')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Locks the referral of an affiliate with a number. */
export async function lockNumbered(
  { db }: Tx,
  { accountId, number }: { accountId: AccountId; number: number },
): Promise<ReferralRow | undefined> {
  return tables(db)
    .selectFrom('affiliate_referrals')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('number', '=', number)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Counts the referrals of an affiliate that opened the beta in the UTC month of a time. */
export async function countOpened({ db }: Tx, accountId: AccountId, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from affiliate_referrals where account_id = ${accountId}
      and opened_beta_at >= date_trunc('month', ${now}::timestamptz, 'UTC')`.execute(db)
  return rows[0]?.count ?? 0
}

type Attributed = Insertable<AffiliateTables['affiliate_referrals']>

/** Stores a referral. Returns whether it did: `false` when a parallel call was first. */
export async function insertReferral({ db }: Tx, row: Attributed): Promise<boolean> {
  const inserted = await tables(db)
    .insertInto('affiliate_referrals')
    .values(row)
    .onConflict((conflict) => conflict.column('referred_account_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function updateReferral(
  { db }: Tx,
  id: ReferralId,
  change: Updateable<AffiliateTables['affiliate_referrals']>,
): Promise<void> {
  await tables(db).updateTable('affiliate_referrals').set(change).where('id', '=', id).execute()
}

/** Locks the affiliate's numbering, and returns the next number. */
export async function nextNumber(tx: Tx, accountId: AccountId): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('affiliate:' || ${accountId}, 0))`.execute(
    tx.db,
  )
  const { rows } = await sql<{ next: number }>`select coalesce(max(number), 0) + 1 as next
    from affiliate_referrals where account_id = ${accountId}`.execute(tx.db)
  return rows[0]?.next ?? 1
}

/** A referral of an affiliate, with its commission. */
export type ReferralSum = Pick<
  ReferralRow,
  'number' | 'joined_at' | 'by' | 'state' | 'held_reason' | 'activated_at' | 'appealed_at'
> & { commission: number; total: number }

/** Returns referrals of an affiliate, newest first, or the one with a number. */
export async function selectReferrals(
  db: Db,
  accountId: AccountId,
  { page, page_size: size, number }: { page: number; page_size: number; number?: number },
): Promise<ReferralSum[]> {
  const { rows } = await sql<ReferralSum>`
    select r.number, r.joined_at, r.by, r.state, r.held_reason, r.activated_at, r.appealed_at,
      coalesce((select sum(c.micro_usd) from affiliate_commissions c where c.referral_id = r.id), 0)::bigint
        as commission, count(*) over ()::int as total
    from affiliate_referrals r where r.account_id = ${accountId} and r.joined_at is not null
      and ${number === undefined ? sql`true` : sql`r.number = ${number}`}
    order by r.number desc limit ${size} offset ${(page - 1) * size}`.execute(db)
  return rows
}

/** A referral for the operator. */
export type ReviewRow = Pick<
  ReferralRow,
  | 'id'
  | 'account_id'
  | 'referred_account_id'
  | 'state'
  | 'held_reason'
  | 'decision_text'
  | 'appeal_text'
  | 'appealed_at'
> & {
  joined_at: Date
  affiliate_email: string | null
  referred_email: string | null
  spent: number
  commission: number
  total: number
}

/** Returns referrals in a state, those with an appeal and then the newest first, or one by its id. */
export async function selectForReview(
  db: Db,
  filter: { state: ReferralState; page: number; page_size: number } | { id: ReferralId },
): Promise<ReviewRow[]> {
  const where =
    'id' in filter
      ? sql`r.id = ${filter.id}`
      : sql`r.state = ${filter.state} and r.joined_at is not null`
  const [limit, offset] =
    'id' in filter ? [1, 0] : [filter.page_size, (filter.page - 1) * filter.page_size]
  const { rows } = await sql<ReviewRow>`
    select r.id, r.account_id, r.referred_account_id, r.state, r.held_reason, r.decision_text,
      r.joined_at, r.appeal_text, r.appealed_at, a.email as affiliate_email, b.email as referred_email,
      coalesce(sum(c.spent_micro_usd), 0)::bigint as spent,
      coalesce(sum(c.micro_usd), 0)::bigint as commission, count(*) over ()::int as total
    from affiliate_referrals r
      left join accounts a on a.id = r.account_id and a.email_verified_at is not null
      left join accounts b on b.id = r.referred_account_id and b.email_verified_at is not null
      left join affiliate_commissions c on c.referral_id = r.id
    where ${where} group by r.id, a.email, b.email
    order by (r.appealed_at is not null and r.state <> 'active') desc, r.joined_at desc, r.id
    limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/**
 * Locks an account that is referred, and returns when it was made and verified. Whoever verifies it meanwhile waits, and
 * then finds the referral.
 */
export async function lockNewAccount(
  { db }: Tx,
  id: AccountId,
): Promise<{ createdAt: Date; verifiedAt: Date | null } | undefined> {
  const { rows } = await sql<{ createdAt: Date; verifiedAt: Date | null }>`
    select created_at as "createdAt", email_verified_at as "verifiedAt"
    from accounts where id = ${id} and closed_at is null for no key update`.execute(db)
  return rows[0]
}
