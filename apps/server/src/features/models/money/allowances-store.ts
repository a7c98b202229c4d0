import type { AccountId, AllowanceId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { Payer } from '../payer.ts'
import type { ModelsTables } from '../schema.ts'

const tablesOf = (db: Db) => db.withTables<ModelsTables>()

/** Inserts an allowance that was just opened. Its IDs keep the prefix `tab_`, as the ledger stores them. */
export async function insertAllowance(
  { db }: Tx,
  { id, payer, replica, now }: { id: AllowanceId; payer: Payer; replica: string; now: Date },
): Promise<void> {
  await tablesOf(db)
    .insertInto('spending_allowances')
    .values({
      id,
      account_id: payer.accountId,
      api_key_id: payer.keyId,
      replica,
      opened_at: now,
      touched_at: now,
      closed_at: null,
    })
    .execute()
}

/** Locks an open allowance until the transaction ends; returns whether it is open. */
export async function lockAllowance({ db }: Tx, id: AllowanceId): Promise<'open' | 'closed'> {
  const row = await tablesOf(db)
    .selectFrom('spending_allowances')
    .select('id')
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row === undefined ? 'closed' : 'open'
}

/** Marks allowances as in use by a running replica; returns the ids of those still open. */
export async function touchAllowances(
  { db }: Tx,
  ids: readonly AllowanceId[],
  now: Date,
): Promise<Set<AllowanceId>> {
  const rows = await tablesOf(db)
    .updateTable('spending_allowances')
    .set({ touched_at: now })
    .where('id', 'in', [...ids])
    .where('closed_at', 'is', null)
    .returning('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Returns open allowances that no replica has touched since a time, locked; rows locked by others are skipped. */
export async function lockAbandoned(
  { db }: Tx,
  { before, most }: { before: Date; most: number },
): Promise<AllowanceId[]> {
  const rows = await tablesOf(db)
    .selectFrom('spending_allowances')
    .select('id')
    .where('closed_at', 'is', null)
    .where('touched_at', '<', before)
    .orderBy('touched_at')
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns the open allowances of an account, locked in the order of their ids. */
export async function lockAllowancesOf({ db }: Tx, accountId: AccountId): Promise<AllowanceId[]> {
  const rows = await tablesOf(db)
    .selectFrom('spending_allowances')
    .select('id')
    .where('account_id', '=', accountId)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

export async function markAllowanceClosed({ db }: Tx, id: AllowanceId, now: Date): Promise<void> {
  await tablesOf(db)
    .updateTable('spending_allowances')
    .set({ closed_at: now })
    .where('id', '=', id)
    .execute()
}
