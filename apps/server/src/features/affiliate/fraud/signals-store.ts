import type { AccountId, ReferralId } from '@gridloom/contract/core/ids'
import { type Selectable, sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { AffiliateTables } from '../schema.ts'

export type SignalRow = Selectable<AffiliateTables['affiliate_signals']>

const tables = (db: Db) => db.withTables<AffiliateTables>()
const rowsMax = 1_000

/** Stores signals; one that is known gets its new evidence and a new end. */
export async function saveSignals({ db }: Tx, rows: readonly SignalRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsMax)
    await tables(db)
      .insertInto('affiliate_signals')
      .values(rows.slice(from, from + rowsMax))
      .onConflict((conflict) =>
        conflict.columns(['referral_id', 'rule']).doUpdateSet((e) => ({
          points: e.ref('excluded.points'),
          evidence: e.ref('excluded.evidence'),
          expires_at: e.ref('excluded.expires_at'),
        })),
      )
      .execute()
}

/** Deletes the signals of an affiliate's referrals that count no longer. Returns the referrals that had them. */
export async function deleteExpired(
  { db }: Tx,
  { affiliate, now }: { affiliate: AccountId; now: Date },
): Promise<ReferralId[]> {
  const { rows } = await sql<{ id: ReferralId }>`
    delete from affiliate_signals s using affiliate_referrals r
    where r.id = s.referral_id and r.account_id = ${affiliate} and s.expires_at <= ${now}
    returning r.id`.execute(db)
  return [...new Set(rows.map(({ id }) => id))]
}

/** Returns affiliates with signals that count no longer. */
export async function selectExpiring(db: Db, now: Date, limit: number): Promise<AccountId[]> {
  const { rows } = await sql<{ id: AccountId }>`
    select distinct r.account_id as id from affiliate_signals s
      join affiliate_referrals r on r.id = s.referral_id
    where s.expires_at <= ${now} order by 1 limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns the signals of referrals that count, most points first. */
export async function selectSignals(
  db: Db,
  { referrals, now }: { referrals: readonly ReferralId[]; now: Date },
): Promise<SignalRow[]> {
  if (referrals.length === 0) return []
  return tables(db)
    .selectFrom('affiliate_signals')
    .selectAll()
    .where(sql<boolean>`referral_id = any(${[...referrals]}::text[])`)
    .where('expires_at', '>', now)
    .orderBy('points', 'desc')
    .orderBy('rule')
    .execute()
}

/** Moves referrals that nobody decided on between two states. Returns those that were in the first one. */
export async function moveUndecided(
  { db }: Tx,
  {
    ids,
    from,
    to,
    reason,
  }: {
    ids: readonly ReferralId[]
    from: 'active' | 'held'
    to: 'active' | 'held'
    reason: SignalRow['rule'] | null
  },
): Promise<ReferralId[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: ReferralId }>`
    update affiliate_referrals set state = ${to}, held_reason = ${reason}
    where id = any(${[...ids]}::text[]) and state = ${from} and decision_text is null
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}
