import type { CardRefundId } from '@gridloom/contract/core/ids'
import type { Updateable } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { CardTables, RefundRow } from '../schema.ts'

/** Inserts a refund; nothing for one of the processor's that is known. */
export async function insertRefund(tx: Tx, row: RefundRow): Promise<boolean> {
  const inserted = await tables(tx.db)
    .insertInto('card_refunds')
    .values(row)
    .onConflict((conflict) => conflict.column('processor_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export function lockRefund(tx: Tx, id: CardRefundId): Promise<RefundRow | undefined> {
  return tables(tx.db)
    .selectFrom('card_refunds')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export function findByProcessorId(tx: Tx, processorId: string): Promise<RefundRow | undefined> {
  return tables(tx.db)
    .selectFrom('card_refunds')
    .selectAll()
    .where('processor_id', '=', processorId)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateRefund(
  tx: Tx,
  id: CardRefundId,
  set: Updateable<CardTables['card_refunds']>,
): Promise<void> {
  await tables(tx.db).updateTable('card_refunds').set(set).where('id', '=', id).execute()
}

/** Claims refunds that have not ended and that nobody looked at since; other replicas skip them. */
export async function claimRefunds(
  tx: Tx,
  { now, reservedBefore, sentBefore, most }: ClaimedRefunds,
): Promise<RefundRow[]> {
  const due = tables(tx.db)
    .selectFrom('card_refunds')
    .select('id')
    .where((where) =>
      where.or([
        where.and([where('state', '=', 'reserved'), where('checked_at', '<', reservedBefore)]),
        where.and([where('state', '=', 'sent'), where('checked_at', '<', sentBefore)]),
      ]),
    )
    .orderBy('checked_at')
    .limit(most)
    .forUpdate()
    .skipLocked()
  return tables(tx.db)
    .updateTable('card_refunds')
    .set({ checked_at: now })
    .where('id', 'in', due)
    .returningAll()
    .execute()
}

interface ClaimedRefunds {
  now: Date
  reservedBefore: Date
  sentBefore: Date
  most: number
}

function tables(db: Db) {
  return db.withTables<CardTables>()
}
