import type { AccountId, DepositId } from '@gridloom/contract/core/ids'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { DepositRow, DepositTables } from './schema.ts'

const rowsPerInsert = 500

/**
 * Stores transfers as seen. One that is stored stays as it is, unless its block left the chain, or another block turned
 * out to hold it.
 */
export async function upsertDeposits(
  { db }: Tx,
  rows: readonly Insertable<DepositTables['deposits']>[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsPerInsert)
    await tables(db)
      .insertInto('deposits')
      .values(rows.slice(from, from + rowsPerInsert))
      .onConflict((conflict) =>
        conflict
          .columns(['chain_id', 'tx_hash', 'token', 'address', 'ordinal'])
          .doUpdateSet({
            state: 'seen',
            block_height: sql`excluded.block_height`,
            block_hash: sql`excluded.block_hash`,
            amount: sql`excluded.amount`,
            from_address: sql`excluded.from_address`,
          })
          .where(sql<boolean>`deposits.state = 'orphaned' or (deposits.state in ('seen', 'confirming')
            and (deposits.block_hash, deposits.amount) <> (excluded.block_hash, excluded.amount))`),
      )
      .execute()
}

/** Deposits of blocks that others follow are confirming. */
export async function markConfirming({ db }: Tx, chainId: number, head: number): Promise<void> {
  await tables(db)
    .updateTable('deposits')
    .set({ state: 'confirming' })
    .where('chain_id', '=', chainId)
    .where('state', '=', 'seen')
    .where('block_height', '<', head)
    .execute()
}

/** The accounts whose pages show deposits of a chain that are not decided. */
export async function selectWaiting(db: Db, chainId: number): Promise<AccountId[]> {
  const rows = await tables(db)
    .selectFrom('deposits')
    .select('account_id')
    .distinct()
    .where('chain_id', '=', chainId)
    .where('state', 'in', ['seen', 'confirming'])
    .limit(1_000)
    .execute()
  return rows.map(({ account_id }) => account_id)
}

/** Deposits of a chain in a range of heights that are not decided, by id. */
export async function selectUndecided(
  db: Db,
  chainId: number,
  { from, to }: { from: number; to: number },
): Promise<DepositRow[]> {
  return tables(db)
    .selectFrom('deposits')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('state', 'in', ['seen', 'confirming'])
    .where('block_height', '>=', from)
    .where('block_height', '<=', to)
    .orderBy('id')
    .execute()
}

/** Deposits above a height that count. */
export async function selectAbove(
  db: Db,
  chainId: number,
  height: number,
): Promise<Pick<DepositRow, 'id' | 'block_height' | 'block_hash'>[]> {
  return tables(db)
    .selectFrom('deposits')
    .select(['id', 'block_height', 'block_hash'])
    .where('chain_id', '=', chainId)
    .where('state', '<>', 'orphaned')
    .where('block_height', '>', height)
    .orderBy('id')
    .execute()
}

export async function lockDeposit({ db }: Tx, id: DepositId): Promise<DepositRow | undefined> {
  return tables(db)
    .selectFrom('deposits')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateDeposit(
  { db }: Tx,
  id: DepositId,
  change: Updateable<DepositTables['deposits']>,
): Promise<void> {
  await tables(db).updateTable('deposits').set(change).where('id', '=', id).execute()
}

const listMax = 200

/** Deposits of an account, newest first. */
export async function selectDeposits(db: Db, accountId: AccountId): Promise<DepositRow[]> {
  return tables(db)
    .selectFrom('deposits')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(listMax)
    .execute()
}

/** Deposits that were rejected or reversed, newest first. */
export async function selectForOperator(db: Db): Promise<DepositRow[]> {
  return tables(db)
    .selectFrom('deposits')
    .selectAll()
    .where((is) => is.or([is('state', '=', 'rejected'), is('reversals', '>', 0)]))
    .orderBy('seen_at', 'desc')
    .limit(listMax)
    .execute()
}

/** Which of these accounts are closed. */
export async function selectClosed(
  db: Db,
  accountIds: readonly AccountId[],
): Promise<ReadonlySet<AccountId>> {
  const { rows } = await sql<{ id: AccountId }>`
    select id from accounts where id = any(${[...accountIds]}) and closed_at is not null
    union all select id from companies where id = any(${[...accountIds]}) and closed_at is not null
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

function tables(db: Db) {
  return db.withTables<DepositTables>()
}
