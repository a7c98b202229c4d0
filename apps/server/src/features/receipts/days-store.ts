import type { InstanceId } from '@gridloom/contract/core/ids'
import type { ReceiptDay, ReceiptProof } from '@gridloom/contract/receipts/signed-receipt'
import type { ReceiptLeaf } from '@gridloom/domain/receipts/merkle-tree'
import { sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { ReceiptTables } from './schema.ts'

const tables = (db: Db) => db.withTables<ReceiptTables>()

/** A statement has at most 65,535 values. */
const leavesAtOnce = 5_000

/** Returns the published days before a day, newest first. */
export async function selectDays(
  db: Db,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<ReceiptDay[]> {
  return tables(db)
    .selectFrom('receipt_days')
    .select([
      sql<string>`to_char(day, 'YYYY-MM-DD')`.as('day'),
      ...(['leaves', 'root', 'previous', 'hash', 'signature'] as const),
    ])
    .$if(before !== undefined, (query) => query.where('receipt_days.day', '<', before ?? ''))
    .orderBy('receipt_days.day', 'desc')
    .limit(limit)
    .execute()
}

/** Returns the first day after `after` that has leaves, before `today`; `undefined`: there is none. */
export async function nextDayWithLeaves(
  db: Db,
  { after, today }: { after: string | undefined; today: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ day: string | null }>`
    select to_char(least(
      (select (min(recorded_at) at time zone 'UTC')::date from receipt_records
        where recorded_at < ${`${today}T00:00:00Z`}::timestamptz
          and recorded_at >= coalesce((${after ?? null}::date + 1)::timestamp at time zone 'UTC', '-infinity')),
      (select min(day) from statement_days
        where day < ${today}::date and day > coalesce(${after ?? null}::date, '-infinity'))
    ), 'YYYY-MM-DD') as day`.execute(db)
  return rows[0]?.day ?? undefined
}

/** Returns the last record of each instance that has one of this day, and the day of each account, by their ids. */
export async function selectLeaves(db: Db, day: string): Promise<ReceiptLeaf[]> {
  const { rows } = await sql<ReceiptLeaf>`
    select account_id as subject_id, number, hash from statement_days where day = ${day}::date
    union all
    (select distinct on (instance_id) instance_id, number, hash from receipt_records
    where recorded_at >= ${`${day}T00:00:00Z`}::timestamptz
      and recorded_at < ${`${day}T00:00:00Z`}::timestamptz + interval '1 day'
    order by instance_id, number desc)
    order by subject_id`.execute(db)
  return rows
}

/** Stores a day with the place of each leaf in its tree. Returns whether it is new. */
export async function insertDay(
  { db }: Tx,
  day: ReceiptDay,
  {
    leaves,
    paths,
    at,
  }: { leaves: readonly ReceiptLeaf[]; paths: readonly (readonly string[])[]; at: Date },
): Promise<boolean> {
  const added = await tables(db)
    .insertInto('receipt_days')
    .values({ ...day, published_at: at })
    .onConflict((conflict) => conflict.column('day').doNothing())
    .returning('leaves')
    .executeTakeFirst()
  if (added === undefined) return false
  const rows = leaves.map(({ subject_id, number }, index) => ({
    ...{ subject_id, day: day.day, number, index },
    path: [...(paths[index] ?? [])],
  }))
  for (let from = 0; from < rows.length; from += leavesAtOnce)
    await tables(db)
      .insertInto('receipt_leaves')
      .values(rows.slice(from, from + leavesAtOnce))
      .execute()
  return true
}

/** A published day with the place of a leaf in it. */
export type DayProof = Omit<ReceiptProof, 'type'>

/** A published day with the place of an instance in it, and the number of the instance's record there. */
export interface DayOfInstance extends DayProof {
  readonly number: number
}

/** Returns the published days that contain an instance, up to a record, oldest first. */
export async function selectDaysOf(db: Db, id: InstanceId, upTo: number): Promise<DayOfInstance[]> {
  return tables(db)
    .selectFrom('receipt_leaves as l')
    .innerJoin('receipt_days as d', 'd.day', 'l.day')
    .select([
      sql<string>`to_char(d.day, 'YYYY-MM-DD')`.as('day'),
      ...(['d.leaves', 'd.root', 'd.previous', 'd.hash', 'd.signature'] as const),
      ...(['l.number', 'l.index', 'l.path'] as const),
    ])
    .where('l.subject_id', '=', id)
    .where('l.number', '<=', upTo)
    .orderBy('l.day')
    .execute()
}
