import type { AccountId } from '@gridloom/contract/core/ids'
import type { Updateable } from 'kysely'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { AutoTopUpRow, CardTables } from '../schema.ts'

export function selectTopUp(db: Db, accountId: AccountId): Promise<AutoTopUpRow | undefined> {
  return tables(db)
    .selectFrom('auto_top_ups')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

export function lockTopUp(tx: Tx, accountId: AccountId): Promise<AutoTopUpRow | undefined> {
  return tables(tx.db)
    .selectFrom('auto_top_ups')
    .selectAll()
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
}

export async function saveTopUp(tx: Tx, row: AutoTopUpRow): Promise<void> {
  const { account_id: _account, ...set } = row
  await tables(tx.db)
    .insertInto('auto_top_ups')
    .values(row)
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(set))
    .execute()
}

export async function updateTopUp(
  tx: Tx,
  accountId: AccountId,
  set: Updateable<CardTables['auto_top_ups']>,
): Promise<void> {
  await tables(tx.db)
    .updateTable('auto_top_ups')
    .set(set)
    .where('account_id', '=', accountId)
    .execute()
}

export async function deleteTopUp(tx: Tx, accountId: AccountId): Promise<void> {
  await tables(tx.db).deleteFrom('auto_top_ups').where('account_id', '=', accountId).execute()
}

/** Accounts whose top-ups are on, after one of them, in the order of their ids. */
export async function selectActive(
  db: Db,
  { after, most }: { after: string; most: number },
): Promise<AccountId[]> {
  const rows = await tables(db)
    .selectFrom('auto_top_ups')
    .select('account_id')
    .where('enabled', '=', true)
    .where('stopped', 'is', null)
    .where(sql<boolean>`account_id > ${after}`)
    .orderBy('account_id')
    .limit(most)
    .execute()
  return rows.map(({ account_id }) => account_id)
}

/** Which of these accounts have top-ups that are on. */
export async function selectActiveAmong(
  db: Db,
  accountIds: readonly AccountId[],
): Promise<AccountId[]> {
  if (accountIds.length === 0) return []
  const rows = await tables(db)
    .selectFrom('auto_top_ups')
    .select('account_id')
    .where('account_id', 'in', accountIds)
    .where('enabled', '=', true)
    .where('stopped', 'is', null)
    .execute()
  return rows.map(({ account_id }) => account_id)
}

/** Top-ups of an account since a time that were paid, or may still be; and whether one has not ended. */
export async function sumTopUps(
  db: Db,
  accountId: AccountId,
  since: Date,
): Promise<{ microUsd: number; isCharging: boolean }> {
  const row = await tables(db)
    .selectFrom('card_payments')
    .select([
      sql<number>`coalesce(sum(greatest(micro_usd, credited_micro_usd))
        filter (where created_at >= ${since}), 0)::bigint`.as('sum'),
      sql<boolean>`coalesce(bool_or(state = 'open'), false)`.as('charging'),
    ])
    .where('account_id', '=', accountId)
    .where('kind', '=', 'top_up')
    .where('state', 'in', ['open', 'paid', 'held'])
    .executeTakeFirstOrThrow()
  return { microUsd: row.sum, isCharging: row.charging }
}

function tables(db: Db) {
  return db.withTables<CardTables>()
}
