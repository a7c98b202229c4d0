import type { AccountId, TemplateId } from '@gridloom/contract/core/ids'
import type { TemplateCode } from '@gridloom/contract/templates/template'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { TemplateRow, TemplateTables } from './schema.ts'

const tablesOf = (db: Db) => db.withTables<TemplateTables>()

/** A template with what is shown of it beside its own row. */
export type ShownRow = TemplateRow & {
  author: string | null
  picture: string | null
  uses: number | null
  succeeded: number | null
  failed: number | null
}

/** A part of a list of templates: an account's own ones by name, or public ones with the most used first. */
export interface TemplateFilter {
  of: AccountId | 'public'
  search?: string | undefined
  tag?: string | undefined
  offset: number
  limit: number
}

export async function insertTemplate(
  { db }: Tx,
  row: Insertable<TemplateTables['templates']>,
): Promise<void> {
  await tablesOf(db).insertInto('templates').values(row).execute()
}

export async function updateTemplate(
  { db }: Tx,
  id: TemplateId,
  change: Updateable<TemplateTables['templates']>,
): Promise<void> {
  await tablesOf(db).updateTable('templates').set(change).where('id', '=', id).execute()
}

export async function deleteTemplate({ db }: Tx, id: TemplateId): Promise<void> {
  await tablesOf(db).deleteFrom('templates').where('id', '=', id).execute()
  await tablesOf(db).deleteFrom('template_counts').where('template_id', '=', id).execute()
  await tablesOf(db).deleteFrom('template_starts').where('template_id', '=', id).execute()
}

export async function deleteTemplatesOf({ db }: Tx, accountId: AccountId): Promise<void> {
  await tablesOf(db).deleteFrom('templates').where('account_id', '=', accountId).execute()
  await tablesOf(db).deleteFrom('default_templates').where('account_id', '=', accountId).execute()
}

export function findTemplate(db: Db, id: TemplateId): Promise<ShownRow | undefined> {
  return shown(db).where('templates.id', '=', id).executeTakeFirst()
}

export function findByCode(db: Db, code: TemplateCode): Promise<ShownRow | undefined> {
  return shown(db).where('templates.code', '=', code).executeTakeFirst()
}

/** Locks a template until the transaction ends: every change of it holds this lock. */
export async function lockTemplate({ db }: Tx, id: TemplateId): Promise<TemplateRow | undefined> {
  return tablesOf(db)
    .selectFrom('templates')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function selectTemplates(
  db: Db,
  { of, search, tag, offset, limit }: TemplateFilter,
): Promise<ShownRow[]> {
  const listed =
    of === 'public'
      ? shown(db).where('is_public', '=', true).orderBy(sql`coalesce(uses, 0)`, 'desc')
      : shown(db).where('account_id', '=', of).orderBy('name')
  return listed
    .$if(search !== undefined, (query) => query.where(matches(search ?? '')))
    .$if(tag !== undefined, (query) => query.where(sql<boolean>`content -> 'tags' ? ${tag}`))
    .orderBy('templates.id')
    .offset(offset)
    .limit(limit)
    .execute()
}

/** Whether another template of the account has this name. */
export async function isNameTaken(
  db: Db,
  { accountId, name, except }: { accountId: AccountId; name: string; except?: TemplateId },
): Promise<boolean> {
  const taken = await tablesOf(db)
    .selectFrom('templates')
    .select('id')
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .where(sql<boolean>`id is distinct from ${except ?? null}`)
    .executeTakeFirst()
  return taken !== undefined
}

/** Returns the names of an account's templates. */
export async function selectNames(db: Db, accountId: AccountId): Promise<string[]> {
  const rows = await tablesOf(db)
    .selectFrom('templates')
    .select('name')
    .where('account_id', '=', accountId)
    .execute()
  return rows.map(({ name }) => name)
}

export async function countTemplates(db: Db, accounts: readonly AccountId[]): Promise<number> {
  const { count } = await tablesOf(db)
    .selectFrom('templates')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('account_id', 'in', accounts)
    .executeTakeFirstOrThrow()
  return count
}

function shown(db: Db) {
  return tablesOf(db)
    .selectFrom('templates')
    .leftJoin('template_pictures', 'template_pictures.template_id', 'templates.id')
    .leftJoin('template_counts', 'template_counts.template_id', 'templates.id')
    .selectAll('templates')
    .select(['template_pictures.hash as picture', 'uses', 'succeeded', 'failed'])
    .select(authorName.as('author'))
}

/** The name of the user or the company that a template belongs to. */
const authorName = sql<string | null>`coalesce(
  (select name from companies where id = templates.account_id),
  (select username from accounts where id = templates.account_id))`

function matches(search: string) {
  const pattern = `%${search.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  return sql<boolean>`(content ->> 'template_name' ilike ${pattern}
    or content ->> 'description' ilike ${pattern}
    or content ->> 'image_path_with_tag' ilike ${pattern}
    or templates.name ilike ${pattern})`
}
