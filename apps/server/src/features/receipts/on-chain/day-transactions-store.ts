import { type Insertable, type Selectable, sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { ReceiptTables } from '../schema.ts'

const tables = (db: Db) => db.withTables<ReceiptTables>()

export type DayTransaction = Selectable<ReceiptTables['receipt_day_transactions']>

interface Sender {
  readonly chainId: number
  readonly sender: string
}

/** Returns the day that is on its way; `undefined`: there is none. */
export async function findOpen(
  db: Db,
  { chainId, sender }: Sender,
): Promise<DayTransaction | undefined> {
  return tables(db)
    .selectFrom('receipt_day_transactions')
    .selectAll()
    .select(sql<string>`to_char(day, 'YYYY-MM-DD')`.as('day'))
    .where('chain_id', '=', chainId)
    .where('sender', '=', sender)
    .where('hash', 'is', null)
    .orderBy('receipt_day_transactions.day')
    .limit(1)
    .executeTakeFirst()
}

export async function isWritten(db: Db, day: string): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('receipt_day_transactions')
    .select('nonce')
    .where('day', '=', day)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns those of some days that a block has which counts. */
export async function selectWritten(
  db: Db,
  days: readonly { day: string }[],
): Promise<{ day: string; chain_id: number; hash: string; height: number }[]> {
  if (days.length === 0) return []
  const rows = await tables(db)
    .selectFrom('receipt_day_transactions')
    .select([sql<string>`to_char(day, 'YYYY-MM-DD')`.as('day'), 'chain_id', 'hash', 'height'])
    .where(
      'receipt_day_transactions.day',
      'in',
      days.map(({ day }) => day),
    )
    .execute()
  return rows.flatMap(({ hash, height, ...row }) =>
    hash === null || height === null ? [] : [{ ...row, hash, height }],
  )
}

/** Stores what is signed before it is sent. Another replica may have stored its own. */
export async function insertTransaction(
  { db }: Tx,
  row: Insertable<ReceiptTables['receipt_day_transactions']>,
): Promise<void> {
  await tables(db)
    .insertInto('receipt_day_transactions')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Stores one that replaces the newest; nothing happens where another replica replaced it already. */
export async function replaceTransaction(
  { db }: Tx,
  { day, raw }: Pick<DayTransaction, 'day' | 'raw'>,
  next: { hash: string; raw: string; maxFee: bigint; priorityFee: bigint; at: Date },
): Promise<void> {
  await tables(db)
    .updateTable('receipt_day_transactions')
    .set({
      hashes: sql<string[]>`array_append(hashes, ${next.hash}::text)`,
      ...{ raw: next.raw, max_fee_wei: String(next.maxFee) },
      ...{ priority_fee_wei: String(next.priorityFee), signed_at: next.at },
    })
    .where('day', '=', day)
    .where('raw', '=', raw)
    .execute()
}

export async function finishTransaction(
  { db }: Tx,
  { day, hash, height }: { day: string; hash: string; height: number },
): Promise<void> {
  await tables(db)
    .updateTable('receipt_day_transactions')
    .set({ hash, height })
    .where('day', '=', day)
    .execute()
}

/** Forgets a day whose transaction no block can take any more: it is written anew. */
export async function deleteTransaction({ db }: Tx, day: string): Promise<void> {
  await tables(db).deleteFrom('receipt_day_transactions').where('day', '=', day).execute()
}
