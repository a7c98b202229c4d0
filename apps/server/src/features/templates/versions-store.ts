import type { AccountId, TemplateId } from '@gridloom/contract/core/ids'
import type { TemplateContent } from '@gridloom/contract/templates/template'
import type { Insertable } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { TemplateTables } from './schema.ts'

const tablesOf = (db: Db) => db.withTables<TemplateTables & { accounts: AccountNames }>()

interface AccountNames {
  id: AccountId
  username: string
}

export interface VersionRow {
  version: number
  content: TemplateContent
  createdAt: Date
  createdBy: string | null
}

/** Inserts a version, and deletes versions so old that more than `kept` are newer. */
export async function insertVersion(
  { db }: Tx,
  row: Insertable<TemplateTables['template_versions']>,
  kept: number,
): Promise<void> {
  await tablesOf(db).insertInto('template_versions').values(row).execute()
  await tablesOf(db)
    .deleteFrom('template_versions')
    .where('template_id', '=', row.template_id)
    .where('version', '<=', row.version - kept)
    .execute()
}

/** Lists the versions of a template, newest first. */
export async function selectVersions(db: Db, id: TemplateId): Promise<VersionRow[]> {
  return versions(db, id).orderBy('version', 'desc').execute()
}

export async function findVersion(
  db: Db,
  id: TemplateId,
  version: number,
): Promise<VersionRow | undefined> {
  return versions(db, id).where('version', '=', version).executeTakeFirst()
}

function versions(db: Db, id: TemplateId) {
  return tablesOf(db)
    .selectFrom('template_versions')
    .leftJoin('accounts', 'accounts.id', 'created_by')
    .select(['version', 'content', 'template_versions.created_at as createdAt'])
    .select('username as createdBy')
    .where('template_id', '=', id)
}
