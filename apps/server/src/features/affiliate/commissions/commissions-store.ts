import type { AccountId, ReferralId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { CommissionSums } from '@gridloom/domain/affiliate/commission'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { AffiliateTables } from '../schema.ts'

const tables = (db: Db) => db.withTables<AffiliateTables>()

/** Returns referrals whose fees are not booked through a day, in order. */
export async function selectToBook(
  db: Db,
  {
    through,
    joinedSince,
    after,
    limit,
  }: { through: string; joinedSince: Date; after: string; limit: number },
): Promise<ReferralId[]> {
  const { rows } = await sql<{ id: ReferralId }>`
    select id from affiliate_referrals
    where joined_at >= ${joinedSince} and state <> 'rejected' and id > ${after}
      and (booked_through is null or booked_through < ${through}::date)
    order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns the first day that is not booked yet: after the last one, or the day of the sign-up. */
export async function firstUnbooked({ db }: Tx, id: ReferralId): Promise<string | undefined> {
  const { rows } = await sql<{ day: string }>`
    select to_char(coalesce(booked_through + 1, (joined_at at time zone 'UTC')::date), 'YYYY-MM-DD') as day
    from affiliate_referrals where id = ${id}`.execute(db)
  return rows[0]?.day
}

/** Stores the commissions of days; a day that is stored stays as it is. */
export async function insertCommissions(
  { db }: Tx,
  rows: readonly AffiliateTables['affiliate_commissions'][],
): Promise<void> {
  if (rows.length === 0) return
  await tables(db)
    .insertInto('affiliate_commissions')
    .values([...rows])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns affiliates that can be paid, in order: open accounts of users and companies with commission of active referrals. */
export async function selectPayable(
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<AccountId[]> {
  const { rows } = await sql<{ id: AccountId }>`
    select distinct r.account_id as id from affiliate_referrals r
      left join accounts a on a.id = r.account_id
      left join companies company on company.id = r.account_id
    where r.state = 'active' and r.account_id > ${after} and a.suspended_at is null
      and a.closed_at is null and company.closed_at is null and coalesce(a.id, company.id) is not null
      and exists (select from affiliate_commissions c where c.referral_id = r.id)
    order by 1 limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The commission of one active referral. */
export interface ReferralCommission extends CommissionSums {
  readonly id: ReferralId
}

/** Locks the active referrals of an affiliate, in order. */
export async function lockActive({ db }: Tx, accountId: AccountId): Promise<void> {
  await sql`select id from affiliate_referrals where account_id = ${accountId} and state = 'active'
    order by id for no key update`.execute(db)
}

/**
 * Returns the commission of each active referral of an affiliate; days up to `matured` are out of the holding time. On
 * the second level, fees of referrals that are held or rejected do not count.
 */
export async function selectSums(
  db: Db,
  accountId: AccountId,
  matured: string,
): Promise<ReferralCommission[]> {
  const sumWhere = (condition: ReturnType<typeof sql>) =>
    sql`coalesce(sum(c.micro_usd) filter (where ${condition}), 0)::bigint`
  const { rows } = await sql<ReferralCommission>`
    select r.id,
      ${sumWhere(sql`c.micro_usd > 0 and c.day <= ${matured}::date`)} as matured,
      ${sumWhere(sql`c.micro_usd > 0 and c.day > ${matured}::date`)} as pending,
      ${sumWhere(sql`c.micro_usd < 0`)} as "takenBack", r.paid_micro_usd as paid
    from affiliate_referrals r join affiliate_commissions c on c.referral_id = r.id
      join affiliate_referrals whose on whose.id = c.of_referral_id and whose.state = 'active'
    where r.account_id = ${accountId} and r.state = 'active'
    group by r.id order by r.id`.execute(db)
  return rows
}

/** Returns the commission of an affiliate that is not among the rewards yet; of rejected referrals none. */
export async function sumOpen(db: Db, accountId: AccountId): Promise<MicroUsd> {
  const { rows } = await sql<{ open: MicroUsd }>`
    select coalesce(sum(greatest(0, earned - paid)), 0)::bigint as open from (
      select r.paid_micro_usd as paid, sum(c.micro_usd) as earned
      from affiliate_referrals r join affiliate_commissions c on c.referral_id = r.id
        join affiliate_referrals whose on whose.id = c.of_referral_id and whose.state <> 'rejected'
      where r.account_id = ${accountId} and r.state <> 'rejected' group by r.id) referrals`.execute(
    db,
  )
  return rows[0]?.open ?? 0
}

export async function addReferralPaid(
  { db }: Tx,
  id: ReferralId,
  microUsd: MicroUsd,
): Promise<void> {
  await sql`update affiliate_referrals set paid_micro_usd = paid_micro_usd + ${microUsd}
    where id = ${id}`.execute(db)
}
