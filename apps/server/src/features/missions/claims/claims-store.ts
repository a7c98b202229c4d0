import type { AccountId, MissionClaimId, MissionId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { MissionClaimState } from '@gridloom/contract/missions/mission'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { ClaimRow, MissionTables } from '../schema.ts'

const tables = (db: Db) => db.withTables<MissionTables>()

/**
 * Locks the trees of referrals that an account is in, by its referrers in order: two claims of one tree share at least
 * the top one. The lock lasts until the transaction ends.
 */
export async function lockTree({ db }: Tx, line: readonly AccountId[]): Promise<void> {
  for (const id of line)
    await sql`select pg_advisory_xact_lock(hashtextextended('missions:' || ${id}, 0))`.execute(db)
}

/** Stores a claim. Returns whether it did: `false` when the account has one for this mission and period. */
export async function insertClaim(
  { db }: Tx,
  claim: Insertable<MissionTables['mission_claims']>,
): Promise<boolean> {
  const inserted = await tables(db)
    .insertInto('mission_claims')
    .values(claim)
    .onConflict((conflict) => conflict.columns(['account_id', 'mission_id', 'period']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function lockClaim({ db }: Tx, id: MissionClaimId): Promise<ClaimRow | undefined> {
  return tables(db)
    .selectFrom('mission_claims')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateClaim(
  { db }: Tx,
  id: MissionClaimId,
  change: Updateable<MissionTables['mission_claims']>,
): Promise<void> {
  await tables(db).updateTable('mission_claims').set(change).where('id', '=', id).execute()
}

/** A claim of an account, as far as its other missions depend on it. */
export type PastClaim = Pick<ClaimRow, 'mission_id' | 'period' | 'state' | 'claimed_at'>

/** Returns the newest claims of an account, at most 2,000. */
export function selectPastClaims(db: Db, accountId: AccountId): Promise<PastClaim[]> {
  return tables(db)
    .selectFrom('mission_claims')
    .select(['mission_id', 'period', 'state', 'claimed_at'])
    .where('account_id', '=', accountId)
    .orderBy('claimed_at', 'desc')
    .limit(2_000)
    .execute()
}

/** Sums the rewards of accounts since a time: paid ones and held ones. */
export async function sumRewarded(
  db: Db,
  accountIds: readonly AccountId[],
  since: Date,
): Promise<MicroUsd> {
  const { rows } = await sql<{ sum: MicroUsd }>`
    select coalesce(sum(micro_usd), 0)::bigint as sum from mission_claims
    where account_id = any(${[...accountIds]}::text[]) and claimed_at >= ${since}
      and state in ('paid', 'held')`.execute(db)
  return rows[0]?.sum ?? 0
}

/** Sums what held claims of a mission may still need of its budget. */
export async function sumHeld(db: Db, id: MissionId): Promise<MicroUsd> {
  const { rows } = await sql<{ sum: MicroUsd }>`
    select coalesce(sum(micro_usd), 0)::bigint as sum from mission_claims
    where mission_id = ${id} and state = 'held'`.execute(db)
  return rows[0]?.sum ?? 0
}

/** A claim with its mission's title, and its account's address if it is verified. */
export type ListedClaim = ClaimRow & { title: string; email: string | null; total: number }

/** Returns claims, newest first: of an account, in a state, or one by its id. */
export async function selectClaims(
  db: Db,
  filter: { accountId: AccountId } | { state: MissionClaimState } | { id: MissionClaimId },
  { page, page_size: size }: { page: number; page_size: number },
): Promise<ListedClaim[]> {
  const where =
    'accountId' in filter
      ? sql`c.account_id = ${filter.accountId}`
      : 'id' in filter
        ? sql`c.id = ${filter.id}`
        : sql`c.state = ${filter.state}`
  const { rows } = await sql<ListedClaim>`
    select c.*, v.terms ->> 'title' as title, a.email, count(*) over ()::int as total
    from mission_claims c
      join mission_versions v on v.mission_id = c.mission_id and v.version = c.version
      left join accounts a on a.id = c.account_id and a.email_verified_at is not null
    where ${where} order by c.claimed_at desc, c.id desc
    limit ${size} offset ${(page - 1) * size}`.execute(db)
  return rows
}

/** The claims of a mission in figures. */
export interface ClaimFigures {
  readonly id: MissionId
  readonly started: number
  readonly paid: number
  readonly held: number
  readonly paidMicroUsd: MicroUsd
}

export async function selectFigures(
  db: Db,
  ids: readonly MissionId[],
): Promise<Map<MissionId, ClaimFigures>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<ClaimFigures>`
    select m.id, (select count(*)::int from mission_starts s where s.mission_id = m.id) as started,
      count(c.id) filter (where c.state = 'paid')::int as paid,
      count(c.id) filter (where c.state = 'held')::int as held,
      coalesce(sum(c.micro_usd) filter (where c.state = 'paid'), 0)::bigint as "paidMicroUsd"
    from missions m left join mission_claims c on c.mission_id = m.id
    where m.id = any(${[...ids]}::text[]) group by m.id`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
