import type { AccountId, RewardId, TransactionId } from '@gridloom/contract/core/ids'
import type { RewardTotals } from '@gridloom/contract/rewards/reward'
import { type Insertable, sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { RewardRow, RewardTables } from './schema.ts'

const tables = (db: Db) => db.withTables<RewardTables>()

export async function insertReward(
  { db }: Tx,
  reward: Insertable<RewardTables['rewards']>,
): Promise<RewardRow> {
  return tables(db).insertInto('rewards').values(reward).returningAll().executeTakeFirstOrThrow()
}

export async function findByKey(db: Db, key: string): Promise<RewardRow | undefined> {
  return tables(db).selectFrom('rewards').selectAll().where('key', '=', key).executeTakeFirst()
}

/** Returns rewards by the transactions that gave them. */
export async function selectByTransactions(
  db: Db,
  ids: readonly TransactionId[],
): Promise<Map<TransactionId, RewardRow>> {
  if (ids.length === 0) return new Map()
  const rows = await tables(db)
    .selectFrom('rewards')
    .selectAll()
    .where('transaction_id', '=', sql<TransactionId>`any(${[...ids]})`)
    .execute()
  return new Map(rows.map((row) => [row.transaction_id, row]))
}

/** Locks rewards that can be claimed, oldest first. A parallel claim waits here, and then finds none of them. */
export async function lockClaimable(
  { db }: Tx,
  accountId: AccountId,
  { now, limit }: { now: Date; limit: number },
): Promise<RewardRow[]> {
  return tables(db)
    .selectFrom('rewards')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('claimed_at', 'is', null)
    .where('taken_back_at', 'is', null)
    .where('held_at', 'is', null)
    .where('payable_at', '<=', now)
    .orderBy('payable_at')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute()
}

export async function markClaimed(
  { db }: Tx,
  rewards: readonly RewardRow[],
  claim: { at: Date; transactionId: TransactionId },
): Promise<void> {
  await tables(db)
    .updateTable('rewards')
    .set({ claimed_at: claim.at, claim_transaction_id: claim.transactionId })
    .where(
      'id',
      'in',
      rewards.map(({ id }) => id),
    )
    .execute()
}

/** Locks a reward and marks it as taken back, unless it was claimed. Returns it, or `undefined`. */
export async function markTakenBack(
  { db }: Tx,
  id: RewardId,
  at: Date,
): Promise<RewardRow | undefined> {
  return tables(db)
    .updateTable('rewards')
    .set({ taken_back_at: at })
    .where('id', '=', id)
    .where('claimed_at', 'is', null)
    .where('taken_back_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** Freezes a reward that was not claimed. A parallel claim waits for the row, or this waits for it. Returns whether it did. */
export async function markHeld({ db }: Tx, id: RewardId, at: Date): Promise<boolean> {
  const held = await tables(db)
    .updateTable('rewards')
    .set({ held_at: at })
    .where('id', '=', id)
    .where('claimed_at', 'is', null)
    .where('taken_back_at', 'is', null)
    .where('held_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return held !== undefined
}

/** Lets a frozen reward go on at a time: what was left of its pending time begins again. */
export async function markReleased({ db }: Tx, id: RewardId, at: Date): Promise<void> {
  await sql`update rewards
    set held_at = null, payable_at = ${at}::timestamptz + greatest(payable_at - held_at, '0')
    where id = ${id} and held_at is not null`.execute(db)
}

/** Locks the rewards of an account from one source that are not claimed, newest first. */
export async function lockUnclaimed(
  { db }: Tx,
  accountId: AccountId,
  source: string,
): Promise<RewardRow[]> {
  return tables(db)
    .selectFrom('rewards')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('source', '=', source)
    .where('claimed_at', 'is', null)
    .where('taken_back_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(1_000)
    .forUpdate()
    .execute()
}

/** Returns the rewards of an account by state; with a source, only those from it. */
export async function sumRewards(
  db: Db,
  accountId: AccountId,
  now: Date,
  source?: string,
): Promise<RewardTotals> {
  const sumWhere = (condition: ReturnType<typeof sql>) =>
    sql`coalesce(sum(micro_usd) filter (where ${condition}), 0)::bigint`
  const { rows } = await sql<RewardTotals>`select
      ${sumWhere(sql`claimed_at is null and (payable_at > ${now} or held_at is not null)`)} as pending_micro_usd,
      ${sumWhere(sql`claimed_at is null and payable_at <= ${now} and held_at is null`)} as claimable_micro_usd,
      ${sumWhere(sql`claimed_at is not null`)} as claimed_micro_usd
    from rewards where account_id = ${accountId} and taken_back_at is null
      and ${source === undefined ? sql`true` : sql`source = ${source}`}`.execute(db)
  return rows[0] ?? { pending_micro_usd: 0, claimable_micro_usd: 0, claimed_micro_usd: 0 }
}

/** Returns the rewards of an account from one source, newest first, each with how many there are. */
export async function selectRewardsOf(
  db: Db,
  { accountId, source }: { accountId: AccountId; source: string },
  { page, page_size: size }: { page: number; page_size: number },
): Promise<
  (Pick<RewardRow, 'text' | 'micro_usd' | 'created_at' | 'claimed_at'> & { total: number })[]
> {
  const { rows } = await sql<
    Pick<RewardRow, 'text' | 'micro_usd' | 'created_at' | 'claimed_at'> & { total: number }
  >`select text, micro_usd, created_at, claimed_at, count(*) over ()::int as total
    from rewards where account_id = ${accountId} and source = ${source}
    order by created_at desc, id desc limit ${size} offset ${(page - 1) * size}`.execute(db)
  return rows
}
