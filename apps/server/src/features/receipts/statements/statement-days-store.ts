import type { AccountId } from '@gridloom/contract/core/ids'
import type { StatementDay } from '@gridloom/contract/receipts/signed-statement'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { DayProof } from '../days-store.ts'
import type { ReceiptTables } from '../schema.ts'

const tables = (db: Db) => db.withTables<ReceiptTables>()

const columns = [
  'number',
  sql<string>`to_char(day, 'YYYY-MM-DD')`.as('day'),
  ...(['transactions', 'lines_hash', 'balances', 'previous', 'hash'] as const),
] as const

/** A day without its type. */
export type StoredDay = Omit<StatementDay, 'type'>

/** Returns the last day of which all accounts are stored; `undefined`: there is none. */
export async function findLastClosed(db: Db): Promise<string | undefined> {
  const row = await tables(db)
    .selectFrom('statement_days_closed')
    .select(sql<string | null>`to_char(max(day), 'YYYY-MM-DD')`.as('day'))
    .executeTakeFirst()
  return row?.day ?? undefined
}

export async function insertClosed({ db }: Tx, day: string, at: Date): Promise<void> {
  await tables(db)
    .insertInto('statement_days_closed')
    .values({ day, closed_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function findLastDay(db: Db, accountId: AccountId): Promise<StoredDay | undefined> {
  return tables(db)
    .selectFrom('statement_days')
    .select(columns)
    .where('account_id', '=', accountId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Stores a day of an account. Another replica may have stored the same. */
export async function insertDayOf({ db }: Tx, accountId: AccountId, day: StoredDay): Promise<void> {
  await tables(db)
    .insertInto('statement_days')
    .values({ ...day, account_id: accountId, balances: JSON.stringify(day.balances) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A day of an account, and its place in the published day. */
export interface DayOfAccount {
  readonly day: StoredDay
  readonly proof: DayProof | undefined
}

/** Returns days of an account after one number, in order. */
export async function selectDaysOfAccount(
  db: Db,
  accountId: AccountId,
  { after, limit }: { after: number; limit: number },
): Promise<DayOfAccount[]> {
  const rows = await tables(db)
    .selectFrom('statement_days as s')
    .leftJoin('receipt_leaves as l', (join) =>
      join.onRef('l.subject_id', '=', 's.account_id').onRef('l.day', '=', 's.day'),
    )
    .leftJoin('receipt_days as d', 'd.day', 'l.day')
    .select([
      ...(['s.number', 's.transactions', 's.lines_hash', 's.balances'] as const),
      sql<string>`to_char(s.day, 'YYYY-MM-DD')`.as('day'),
      ...(['s.previous', 's.hash', 'l.index', 'l.path', 'd.leaves', 'd.root'] as const),
      ...(['d.previous as day_previous', 'd.hash as day_hash', 'd.signature'] as const),
    ])
    .where('s.account_id', '=', accountId)
    .where('s.number', '>', after)
    .orderBy('s.number')
    .limit(limit)
    .execute()
  return rows.map(({ index, path, leaves, root, day_previous, day_hash, signature, ...day }) => ({
    day,
    proof:
      index === null || path === null || leaves === null || root === null || signature === null
        ? undefined
        : {
            ...{ day: day.day, leaves, root, previous: day_previous ?? '', hash: day_hash ?? '' },
            ...{ signature, index, path },
          },
  }))
}
