import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { StripeTables } from './schema.ts'

const tables = (db: Db) => db.withTables<StripeTables>()

export async function wasHandled(db: Db, id: string): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('payout_events')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

export async function noteEvent({ db }: Tx, id: string, now: Date): Promise<void> {
  await tables(db)
    .insertInto('payout_events')
    .values({ id, received_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteEventsBefore({ db }: Tx, before: Date): Promise<void> {
  await tables(db).deleteFrom('payout_events').where('received_at', '<', before).execute()
}
