import type { AccountId, AutoOrderId } from '@gridloom/contract/core/ids'
import type { OfferFilters } from '@gridloom/contract/market/offer-filters'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { AutoOrderRow, AutoOrderTables } from './schema.ts'

const tablesOf = (db: Db) => db.withTables<AutoOrderTables>()

export async function insertAutoOrder(
  { db }: Tx,
  row: Insertable<AutoOrderTables['auto_orders']>,
): Promise<void> {
  await tablesOf(db).insertInto('auto_orders').values(row).execute()
}

export async function updateAutoOrder(
  { db }: Tx,
  id: AutoOrderId,
  change: Updateable<AutoOrderTables['auto_orders']>,
): Promise<AutoOrderRow> {
  return tablesOf(db)
    .updateTable('auto_orders')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function findAutoOrder(db: Db, id: AutoOrderId): Promise<AutoOrderRow | undefined> {
  return tablesOf(db).selectFrom('auto_orders').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Returns an automatic order, locked until the transaction ends. */
export async function lockAutoOrder(
  { db }: Tx,
  id: AutoOrderId,
): Promise<AutoOrderRow | undefined> {
  return tablesOf(db)
    .selectFrom('auto_orders')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Returns the automatic orders of an account, newest first; at most 500. */
export async function listAutoOrderRows(db: Db, accountId: AccountId): Promise<AutoOrderRow[]> {
  return tablesOf(db)
    .selectFrom('auto_orders')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(500)
    .execute()
}

/** Deletes an automatic order of an account with its history. Returns whether there was one. */
export async function deleteAutoOrderRow(
  { db }: Tx,
  accountId: AccountId,
  id: AutoOrderId,
): Promise<boolean> {
  const { numDeletedRows } = await tablesOf(db)
    .deleteFrom('auto_orders')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes those that were completed or expired before a time. */
export async function deleteEndedBefore({ db }: Tx, before: Date): Promise<void> {
  await sql`delete from auto_orders
    where state in ('completed', 'expired') and ended_at < ${before}`.execute(db)
}

/** Counts those of these accounts that wait or are paused. */
export async function countOpen(db: Db, accounts: readonly AccountId[]): Promise<number> {
  const { count } = await tablesOf(db)
    .selectFrom('auto_orders')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('account_id', 'in', accounts)
    .where('state', 'in', ['waiting', 'paused'])
    .executeTakeFirstOrThrow()
  return count
}

/** Whether another one of the account that waits or is paused has a name. */
export async function isNameTaken(
  db: Db,
  { id, account_id, name }: Pick<AutoOrderRow, 'id' | 'account_id' | 'name'>,
): Promise<boolean> {
  const row = await tablesOf(db)
    .selectFrom('auto_orders')
    .select('id')
    .where('account_id', '=', account_id)
    .where('name', '=', name)
    .where('id', '<>', id)
    .where('state', 'in', ['waiting', 'paused'])
    .executeTakeFirst()
  return row !== undefined
}

interface Claim {
  now: Date
  /** When each is due again, whatever becomes of this process. */
  dueAt: Date
  limit: number
}

/** Claims the next ones that are due, the longest first; those that another replica works on are left out. */
export async function claimDue({ db }: Tx, { now, dueAt, limit }: Claim): Promise<AutoOrderId[]> {
  const { rows } = await sql<{ id: AutoOrderId }>`
    update auto_orders set due_at = ${dueAt} where id in (
      select id from auto_orders where state in ('waiting', 'paused') and due_at <= ${now}
      order by due_at limit ${limit} for update skip locked)
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

export type WaitingOrder = Pick<AutoOrderRow, 'id' | 'filters'>

/** Returns the next ones that wait, in the order of ids. */
export async function listWaiting(
  { db }: Tx,
  { after, limit }: { after: AutoOrderId | ''; limit: number },
): Promise<{ id: AutoOrderId; filters: OfferFilters }[]> {
  const { rows } = await sql<WaitingOrder>`select id, filters from auto_orders
    where state = 'waiting' and id > ${after} order by id limit ${limit}`.execute(db)
  return rows
}

/** Makes orders due, though none sooner than a pause after its last check. Returns their accounts. */
export async function makeDue(
  { db }: Tx,
  ids: readonly AutoOrderId[],
  { now, pauseS }: { now: Date; pauseS: number },
): Promise<Pick<AutoOrderRow, 'id' | 'account_id'>[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Pick<AutoOrderRow, 'id' | 'account_id'>>`
    update auto_orders set due_at = least(due_at,
      greatest(${now}, checked_at + make_interval(secs => ${pauseS})))
    where id in (select id from auto_orders where id = any(${[...ids]}::text[])
      and state = 'waiting' order by id for update)
    returning id, account_id`.execute(db)
  return rows
}
