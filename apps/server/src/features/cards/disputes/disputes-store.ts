import type { Tx } from '../../../platform/ctx.ts'
import type { CardTables, DisputeRow } from '../schema.ts'

/** The dispute as it was recorded. The row of its payment is locked by the caller. */
export function selectDispute(tx: Tx, id: string): Promise<DisputeRow | undefined> {
  return tx.db
    .withTables<CardTables>()
    .selectFrom('card_disputes')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function saveDispute(tx: Tx, row: DisputeRow): Promise<void> {
  await tx.db
    .withTables<CardTables>()
    .insertInto('card_disputes')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ state: row.state }))
    .execute()
}
