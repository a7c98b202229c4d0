import type { AccountId, InstanceId, MachineId, ReviewId } from '@gridloom/contract/core/ids'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { ReputationTables, ReviewRow, ReviewsTable } from '../schema.ts'

const tables = (db: Db) => db.withTables<ReputationTables>()

export async function findReviewOf(db: Db, id: InstanceId): Promise<ReviewRow | undefined> {
  return tables(db)
    .selectFrom('reviews')
    .selectAll()
    .where('instance_id', '=', id)
    .executeTakeFirst()
}

export async function lockReview({ db }: Tx, id: ReviewId): Promise<ReviewRow | undefined> {
  return tables(db)
    .selectFrom('reviews')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function insertReview(
  { db }: Tx,
  review: Insertable<ReviewsTable>,
): Promise<ReviewRow> {
  return tables(db).insertInto('reviews').values(review).returningAll().executeTakeFirstOrThrow()
}

export async function updateReview(
  { db }: Tx,
  id: ReviewId,
  change: Updateable<ReviewsTable>,
): Promise<ReviewRow> {
  return tables(db)
    .updateTable('reviews')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A page of the reviews of a machine, newest first, with their number and mean rating. */
export interface ReviewPage {
  reviews: ReviewRow[]
  total: number
  mean: number | null
}

export async function selectReviews(
  db: Db,
  machineId: MachineId,
  { hidden, offset, limit }: { hidden: 'with' | 'without'; offset: number; limit: number },
): Promise<ReviewPage> {
  const shown = hidden === 'with' ? sql<boolean>`true` : sql<boolean>`hidden_at is null`
  const reviews = await tables(db)
    .selectFrom('reviews')
    .selectAll()
    .where('machine_id', '=', machineId)
    .where(shown)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const { rows } = await sql<{ total: number; mean: number | null }>`
    select count(*)::integer as total, round(avg(rating), 1)::float8 as mean from reviews
    where machine_id = ${machineId} and hidden_at is null`.execute(db)
  return { reviews, total: rows[0]?.total ?? 0, mean: rows[0]?.mean ?? null }
}

/** Locks the oldest review from before a time that is no fact yet and that no other replica counts. */
export async function lockUncounted({ db }: Tx, before: Date): Promise<ReviewRow | undefined> {
  return tables(db)
    .selectFrom('reviews')
    .selectAll()
    .where('counted_at', 'is', null)
    .where('hidden_at', 'is', null)
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

/** Removes the author of an account's reviews; their texts are deleted with it. */
export async function clearAuthor({ db }: Tx, accountId: AccountId): Promise<void> {
  await tables(db)
    .updateTable('reviews')
    .set({ account_id: null, text: '' })
    .where('account_id', '=', accountId)
    .execute()
}
