import type { AccountId, InferenceTabId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { Payer } from '../payer.ts'
import type { ModelsTables } from '../schema.ts'

const tablesOf = (db: Db) => db.withTables<ModelsTables>()

/** Writes a tab that was just opened. */
export async function insertTab(
  { db }: Tx,
  { id, payer, replica, now }: { id: InferenceTabId; payer: Payer; replica: string; now: Date },
): Promise<void> {
  await tablesOf(db)
    .insertInto('inference_tabs')
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

/** Locks a tab that is open until the transaction ends; says whether it is. */
export async function lockTab({ db }: Tx, id: InferenceTabId): Promise<'open' | 'closed'> {
  const row = await tablesOf(db)
    .selectFrom('inference_tabs')
    .select('id')
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row === undefined ? 'closed' : 'open'
}

/** Says that somebody still stands behind tabs; the ids of those that are open. */
export async function touchTabs(
  { db }: Tx,
  ids: readonly InferenceTabId[],
  now: Date,
): Promise<Set<InferenceTabId>> {
  const rows = await tablesOf(db)
    .updateTable('inference_tabs')
    .set({ touched_at: now })
    .where('id', 'in', [...ids])
    .where('closed_at', 'is', null)
    .returning('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Open tabs that nobody has touched since a moment, locked; those that another one holds are passed over. */
export async function lockForsaken(
  { db }: Tx,
  { before, most }: { before: Date; most: number },
): Promise<InferenceTabId[]> {
  const rows = await tablesOf(db)
    .selectFrom('inference_tabs')
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

/** The open tabs of an account, locked in the order of their ids. */
export async function lockTabsOf({ db }: Tx, accountId: AccountId): Promise<InferenceTabId[]> {
  const rows = await tablesOf(db)
    .selectFrom('inference_tabs')
    .select('id')
    .where('account_id', '=', accountId)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

export async function markClosed({ db }: Tx, id: InferenceTabId, now: Date): Promise<void> {
  await tablesOf(db)
    .updateTable('inference_tabs')
    .set({ closed_at: now })
    .where('id', '=', id)
    .execute()
}
