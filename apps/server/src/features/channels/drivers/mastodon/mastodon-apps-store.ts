import type { Selectable } from 'kysely'
import type { Tx } from '../../../../platform/ctx.ts'
import type { Db } from '../../../../platform/database/connect.ts'
import type { ChannelTables } from '../../schema.ts'

type AppRow = Selectable<ChannelTables['mastodon_apps']>

const tables = (db: Db) => db.withTables<ChannelTables>()

export async function findApp(db: Db, origin: string): Promise<AppRow | undefined> {
  return tables(db)
    .selectFrom('mastodon_apps')
    .selectAll()
    .where('origin', '=', origin)
    .executeTakeFirst()
}

export async function saveApp({ db }: Tx, row: AppRow): Promise<void> {
  const { sealed, checked_at } = row
  await tables(db)
    .insertInto('mastodon_apps')
    .values(row)
    .onConflict((conflict) => conflict.column('origin').doUpdateSet({ sealed, checked_at }))
    .execute()
}
