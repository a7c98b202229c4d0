import type { AccountId } from '@gridloom/contract/core/ids'
import { sql, type Updateable } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { SpendersPage } from '../../platform/spend-rate.ts'
import type { AccountStorageRow, StorageTables, StoredKindName } from './schema.ts'

const tablesOf = (db: Db) => db.withTables<StorageTables>()

/** What is stored of one kind for an account. */
export interface StorageOf {
  accountId: AccountId
  kind: StoredKindName
}

/** Locks the storage of an account: everything that changes what is stored, or its charges, holds this lock. */
export async function lockStorage(
  { db }: Tx,
  { accountId, kind }: StorageOf,
  now: Date,
): Promise<AccountStorageRow> {
  await tablesOf(db)
    .insertInto('account_storage')
    .values({ account_id: accountId, kind, metered_at: now })
    .onConflict((on) => on.doNothing())
    .execute()
  return tablesOf(db)
    .selectFrom('account_storage')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function updateStorage(
  { db }: Tx,
  { accountId, kind }: StorageOf,
  change: Updateable<StorageTables['account_storage']>,
): Promise<void> {
  await tablesOf(db)
    .updateTable('account_storage')
    .set(change)
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .execute()
}

export async function findStorage(
  db: Db,
  { accountId, kind }: StorageOf,
): Promise<AccountStorageRow | undefined> {
  return tablesOf(db)
    .selectFrom('account_storage')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .executeTakeFirst()
}

/** Returns what all that an account stores costs in an hour, while it is charged. */
export async function selectSpendRate(db: Db, accountId: AccountId): Promise<number> {
  const { rows } = await sql<{ rate: number }>`
    select coalesce(sum(micro_usd_per_hour), 0)::bigint as rate from account_storage
    where account_id = ${accountId} and kept_until is null`.execute(db)
  return rows[0]?.rate ?? 0
}

/** Lists accounts with storage that is charged. */
export async function selectSpenders(db: Db, { after, limit }: SpendersPage): Promise<AccountId[]> {
  const { rows } = await sql<{ account_id: AccountId }>`
    select distinct account_id from account_storage
    where kept_until is null and micro_usd_per_hour > 0 and account_id > ${after ?? ''}
    order by account_id limit ${limit}`.execute(db)
  return rows.map(({ account_id }) => account_id)
}

/** Lists accounts with storage of a kind to charge, or to delete. */
export async function listStorageAccounts(
  db: Db,
  kind: StoredKindName,
  meteredBefore: Date,
): Promise<AccountId[]> {
  const { rows } = await sql<{ account_id: AccountId }>`
    select account_id from account_storage
    where kind = ${kind} and metered_at <= ${meteredBefore} and (stored_bytes > 0 or owed_byte_s > 0)
    order by metered_at limit 1000`.execute(db)
  return rows.map(({ account_id }) => account_id)
}

/** Sums the stored bytes of a kind of these accounts. */
export async function sumStored(
  db: Db,
  kind: StoredKindName,
  accounts: readonly AccountId[],
): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(stored_bytes), 0)::bigint as bytes from account_storage
    where kind = ${kind} and account_id = any(${[...accounts]}::text[])`.execute(db)
  return rows[0]?.bytes ?? 0
}
