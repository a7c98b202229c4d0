import type { AccountId } from '@gridloom/contract/core/ids'
import { sql, type Updateable } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { SnapshotStorageRow, SnapshotTables } from './schema.ts'

const tablesOf = (db: Db) => db.withTables<SnapshotTables>()

/** Locks the storage of an account: everything that changes its pieces or its charges holds this lock. */
export async function lockStorage(
  { db }: Tx,
  accountId: AccountId,
  now: Date,
): Promise<SnapshotStorageRow> {
  await tablesOf(db)
    .insertInto('snapshot_storage')
    .values({ account_id: accountId, metered_at: now })
    .onConflict((on) => on.doNothing())
    .execute()
  return tablesOf(db)
    .selectFrom('snapshot_storage')
    .selectAll()
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function updateStorage(
  { db }: Tx,
  accountId: AccountId,
  change: Updateable<SnapshotTables['snapshot_storage']>,
): Promise<void> {
  await tablesOf(db)
    .updateTable('snapshot_storage')
    .set(change)
    .where('account_id', '=', accountId)
    .execute()
}

export async function findStorage(
  db: Db,
  accountId: AccountId,
): Promise<SnapshotStorageRow | undefined> {
  return tablesOf(db)
    .selectFrom('snapshot_storage')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

/** Returns what an account's snapshots cost in an hour, while they are charged. */
export async function selectSpendRate(db: Db, accountId: AccountId): Promise<number> {
  const storage = await findStorage(db, accountId)
  return storage === undefined || storage.kept_until !== null ? 0 : storage.micro_usd_per_hour
}

/** Lists accounts with storage to charge, or to delete. */
export async function listStorageAccounts(db: Db, meteredBefore: Date): Promise<AccountId[]> {
  const { rows } = await sql<{ account_id: AccountId }>`
    select account_id from snapshot_storage
    where metered_at <= ${meteredBefore} and (stored_bytes > 0 or owed_byte_s > 0)
    order by metered_at limit 1000`.execute(db)
  return rows.map(({ account_id }) => account_id)
}
