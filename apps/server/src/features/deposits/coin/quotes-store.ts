import type { AccountId } from '@gridloom/contract/core/ids'
import type { CoinQuoteUse } from '@gridloom/domain/deposits/coin-quotes'
import { type Insertable, sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { CoinQuoteRow, CoinTables } from './schema.ts'

const tables = (db: Db) => db.withTables<CoinTables>()

export async function insertQuote(
  { db }: Tx,
  row: Insertable<CoinTables['coin_quotes']>,
): Promise<CoinQuoteRow> {
  return tables(db).insertInto('coin_quotes').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Keeps other quotes of an account waiting until this transaction ends. */
export async function lockQuoting({ db }: Tx, accountId: AccountId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`coin quote:${accountId}`}, 0))`.execute(
    db,
  )
}

/** The quotes of an account that are open, and those of the last hour. One whose payment is in a block is not open. */
export async function readQuoteUse(
  { db }: Tx,
  accountId: AccountId,
  now: Date,
): Promise<CoinQuoteUse> {
  const { rows } = await sql<CoinQuoteUse>`
    select count(*) filter (where expires_at > ${now}
        and not exists (select from deposits where deposits.quote = coin_quotes.code))::int as "open",
      count(*)::int as "lastHour"
    from coin_quotes
    where account_id = ${accountId} and created_at > ${now}::timestamptz - interval '1 hour'`.execute(
    db,
  )
  return rows[0] ?? { open: 0, lastHour: 0 }
}

/** Deletes quotes of an account that expired long ago, and that no payment names. */
export async function deleteUnpaid({ db }: Tx, accountId: AccountId, before: Date): Promise<void> {
  await sql`delete from coin_quotes
    where account_id = ${accountId} and expires_at < ${before}
      and not exists (select from deposits where deposits.quote = coin_quotes.code)`.execute(db)
}

/** Quotes by code. */
export async function selectQuotes(
  db: Db,
  codes: readonly string[],
): Promise<ReadonlyMap<string, CoinQuoteRow>> {
  if (codes.length === 0) return new Map()
  const rows = await tables(db)
    .selectFrom('coin_quotes')
    .selectAll()
    .where('code', '=', sql<string>`any(${[...codes]})`)
    .execute()
  return new Map(rows.map((row) => [row.code, row]))
}

/** Locks quotes by code, in this order: whether one is used is decided by one transaction at a time. */
export async function lockQuotes(
  { db }: Tx,
  codes: readonly string[],
): Promise<ReadonlyMap<string, CoinQuoteRow>> {
  if (codes.length === 0) return new Map()
  const rows = await tables(db)
    .selectFrom('coin_quotes')
    .selectAll()
    .where('code', '=', sql<string>`any(${[...codes]})`)
    .orderBy('code')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.code, row]))
}

/** The contracts that quotes of a chain since a time name: payments to them may still have to be decided. */
export async function selectContracts(db: Db, chainId: number, since: Date): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('coin_quotes')
    .select('contract')
    .distinct()
    .where('chain_id', '=', chainId)
    .where('expires_at', '>', since)
    .execute()
  return rows.map(({ contract }) => contract)
}
