import type { TemplateId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { Picture } from '../../platform/pictures/read-picture-url.ts'
import type { TemplateTables } from './schema.ts'

const tablesOf = (db: Db) => db.withTables<TemplateTables>()

export async function putPicture(
  { db }: Tx,
  id: TemplateId,
  { hash, contentType, bytes }: Picture & { hash: string },
): Promise<void> {
  const row = { hash, content_type: contentType, bytes }
  await tablesOf(db)
    .insertInto('template_pictures')
    .values({ template_id: id, ...row })
    .onConflict((conflict) => conflict.column('template_id').doUpdateSet(row))
    .execute()
}

export async function deletePicture({ db }: Tx, id: TemplateId): Promise<void> {
  await tablesOf(db).deleteFrom('template_pictures').where('template_id', '=', id).execute()
}

/** Copies the picture of one template to another, if it has one. */
export async function copyPicture(
  { db }: Tx,
  { from, to }: { from: TemplateId; to: TemplateId },
): Promise<void> {
  await tablesOf(db)
    .insertInto('template_pictures')
    .columns(['template_id', 'hash', 'content_type', 'bytes'])
    .expression((e) =>
      e
        .selectFrom('template_pictures')
        .select([e.val(to).as('template_id'), 'hash', 'content_type', 'bytes'])
        .where('template_id', '=', from),
    )
    .execute()
}

/** The picture with this hash; several templates may have the same one. */
export async function findPicture(db: Db, hash: string): Promise<Picture | undefined> {
  return tablesOf(db)
    .selectFrom('template_pictures')
    .select(['content_type as contentType', 'bytes'])
    .where('hash', '=', hash)
    .limit(1)
    .executeTakeFirst()
}
