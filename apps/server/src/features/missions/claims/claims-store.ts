import type { AccountId, MissionClaimId, MissionId, RewardId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { MissionClaimState, MissionEdit } from '@gridloom/contract/missions/mission'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { ClaimRow, MissionRow, MissionTables } from '../schema.ts'

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

/** Marks a paid claim as taken back by its reward. Returns whether it did: not one that is under review. */
export async function markTakenBack({ db }: Tx, id: RewardId, reason: string): Promise<boolean> {
  const { numUpdatedRows } = await tables(db)
    .updateTable('mission_claims')
    .set({ state: 'taken_back', decision_text: reason })
    .where('reward_id', '=', id)
    .where('state', '=', 'paid')
    .executeTakeFirst()
  return numUpdatedRows === 1n
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

/** Sums the rewards of accounts since a time: paid and held ones, and what is left of rejected ones that had been claimed. */
export async function sumRewarded(
  db: Db,
  accountIds: readonly AccountId[],
  since: Date,
): Promise<MicroUsd> {
  const { rows } = await sql<{ sum: MicroUsd }>`
    select coalesce(sum(micro_usd - recovered_micro_usd), 0)::bigint as sum from mission_claims
    where account_id = any(${[...accountIds]}::text[]) and claimed_at >= ${since}
      and (state in ('paid', 'held') or state = 'rejected' and reward_claimed)`.execute(db)
  return rows[0]?.sum ?? 0
}

/** Sums what held claims of a mission that were not paid may still need of its budget. */
export async function sumHeld(db: Db, id: MissionId): Promise<MicroUsd> {
  const { rows } = await sql<{ sum: MicroUsd }>`
    select coalesce(sum(micro_usd), 0)::bigint as sum from mission_claims
    where mission_id = ${id} and state = 'held' and reward_id is null`.execute(db)
  return rows[0]?.sum ?? 0
}

/** A claim with its mission's title, and its account's address if it is verified. */
export type ListedClaim = ClaimRow & { title: string; email: string | null; total: number }

/** Whether a decision on a claim is needed: it is held, or it was rejected and appealed. */
export function isOpen({ state, appealed_at, appeal_decided_at }: ClaimRow): boolean {
  return state === 'held' || (state === 'rejected' && appealed_at !== null && !appeal_decided_at)
}

const open = sql`(c.state = 'held'
  or (c.state = 'rejected' and c.appealed_at is not null and c.appeal_decided_at is null))`

/** Returns claims: of an account, newest first; in a state, appealed ones that are open first; or one by its id. */
export async function selectClaims(
  db: Db,
  filter: { accountId: AccountId } | { state: MissionClaimState | 'open' } | { id: MissionClaimId },
  { page, page_size: size }: { page: number; page_size: number },
): Promise<ListedClaim[]> {
  const where =
    'accountId' in filter
      ? sql`c.account_id = ${filter.accountId}`
      : 'id' in filter
        ? sql`c.id = ${filter.id}`
        : filter.state === 'open'
          ? open
          : sql`c.state = ${filter.state}`
  const first = 'state' in filter ? sql`(${open} and c.appealed_at is not null) desc,` : sql``
  const { rows } = await sql<ListedClaim>`
    select c.*, v.terms ->> 'title' as title, a.email, count(*) over ()::int as total
    from mission_claims c
      join mission_versions v on v.mission_id = c.mission_id and v.version = c.version
      left join accounts a on a.id = c.account_id and a.email_verified_at is not null
    where ${where} order by ${first} c.claimed_at desc, c.id desc
    limit ${size} offset ${(page - 1) * size}`.execute(db)
  return rows
}

/** A claim that counted posts, with the terms of its version and the time of its mission. */
export type PostClaim = ClaimRow &
  Pick<MissionRow, 'starts_at' | 'ends_at' | 'repeat'> & { terms: MissionEdit }

/** Returns the claims of an account that count posts, and are paid or held; the newest 500. */
export async function selectPostClaims(db: Db, accountId: AccountId): Promise<PostClaim[]> {
  const { rows } = await sql<PostClaim>`
    select c.*, v.terms, m.starts_at, m.ends_at, m.repeat
    from mission_claims c
      join mission_versions v on v.mission_id = c.mission_id and v.version = c.version
      join missions m on m.id = c.mission_id
    where c.account_id = ${accountId} and c.state in ('paid', 'held')
      and v.terms -> 'steps' @> '[{"fact": "posts_published"}]'
    order by c.claimed_at desc, c.id limit 500`.execute(db)
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
