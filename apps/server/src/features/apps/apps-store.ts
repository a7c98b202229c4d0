import type { AppDefinition } from '@gridloom/contract/apps/app'
import type { AppName } from '@gridloom/contract/apps/app-container'
import { sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { AppRow, AppTables } from './schema.ts'

const tablesOf = (db: Db) => db.withTables<AppTables>()

/** Lists the operator's apps, the oldest first. Their number is limited. */
export async function listRows(db: Db): Promise<AppRow[]> {
  return tablesOf(db).selectFrom('apps').selectAll().orderBy('created_at').orderBy('slug').execute()
}

/** Locks one of the operator's apps until the transaction ends. */
export async function lockRow({ db }: Tx, slug: AppName): Promise<AppRow | undefined> {
  return tablesOf(db)
    .selectFrom('apps')
    .selectAll()
    .where('slug', '=', slug)
    .forUpdate()
    .executeTakeFirst()
}

/** Lets one transaction at a time add apps, so that their limit holds. */
export async function lockCatalogue({ db }: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('apps', 0))`.execute(db)
}

interface StoredDefinition {
  slug: AppName
  definition: AppDefinition
  at: Date
}

/** Returns whether there was no app of this name. */
export async function insertApp(
  { db }: Tx,
  { slug, definition, at }: StoredDefinition,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tablesOf(db)
    .insertInto('apps')
    .values({
      ...{ slug, version: 1, definition: JSON.stringify(definition) },
      ...{ created_at: at, updated_at: at },
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Stores another content as the next version. */
export async function storeDefinition(
  { db }: Tx,
  { slug, definition, at }: StoredDefinition,
): Promise<void> {
  await sql`update apps set version = version + 1, definition = ${JSON.stringify(definition)}::jsonb,
    updated_at = ${at} where slug = ${slug}`.execute(db)
}

export async function deleteApp({ db }: Tx, slug: AppName): Promise<void> {
  await tablesOf(db).deleteFrom('apps').where('slug', '=', slug).execute()
  await tablesOf(db).deleteFrom('app_settings').where('slug', '=', slug).execute()
}

/** Where an app is in the catalogue, as the operator chose it. */
export interface AppSettings {
  position: number | null
  hidden: boolean
}

export async function readSettings(db: Db): Promise<ReadonlyMap<string, AppSettings>> {
  const rows = await tablesOf(db).selectFrom('app_settings').selectAll().execute()
  return new Map(rows.map(({ slug, ...settings }) => [slug, settings]))
}

export async function putHidden({ db }: Tx, slug: AppName, hidden: boolean): Promise<void> {
  await tablesOf(db)
    .insertInto('app_settings')
    .values({ slug, position: null, hidden })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet({ hidden }))
    .execute()
}

/** Stores the places of all apps. */
export async function putPositions({ db }: Tx, slugs: readonly AppName[]): Promise<void> {
  await sql`insert into app_settings (slug, position, hidden)
    select slug, place - 1, false
      from unnest(${[...slugs]}::text[]) with ordinality as ordered (slug, place)
    on conflict (slug) do update set position = excluded.position`.execute(db)
}

/** The pictures of apps: the hash of each place. */
export async function readPictureHashes(db: Db) {
  return tablesOf(db)
    .selectFrom('app_pictures')
    .select(['slug', 'place', 'hash'])
    .orderBy('place')
    .execute()
}
