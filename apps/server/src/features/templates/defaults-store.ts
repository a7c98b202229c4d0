import type { AccountId, TemplateId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { TemplateTables } from './schema.ts'

const tablesOf = (db: Db) => db.withTables<TemplateTables>()

/** Returns the template that an account chose for its orders to begin with. */
export async function findDefault(db: Db, accountId: AccountId): Promise<TemplateId | undefined> {
  const row = await tablesOf(db)
    .selectFrom('default_templates')
    .select('template_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.template_id
}

export async function storeDefault(
  { db }: Tx,
  accountId: AccountId,
  templateId: TemplateId | null,
): Promise<void> {
  if (templateId === null) {
    await tablesOf(db).deleteFrom('default_templates').where('account_id', '=', accountId).execute()
    return
  }
  const chosen = { template_id: templateId }
  await tablesOf(db)
    .insertInto('default_templates')
    .values({ account_id: accountId, ...chosen })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(chosen))
    .execute()
}
