import type { AppName } from '@gridloom/contract/apps/app-container'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { Picture } from '../../../platform/pictures/read-picture-url.ts'
import type { AppTables } from '../schema.ts'

const tablesOf = (db: Db) => db.withTables<AppTables>()

interface OnePicture {
  slug: AppName
  place: number
}

export async function putPicture(
  { db }: Tx,
  place: OnePicture,
  { hash, contentType, bytes }: Picture & { hash: string },
): Promise<void> {
  const row = { hash, content_type: contentType, bytes }
  await tablesOf(db)
    .insertInto('app_pictures')
    .values({ ...place, ...row })
    .onConflict((conflict) => conflict.columns(['slug', 'place']).doUpdateSet(row))
    .execute()
}

export async function deletePicture({ db }: Tx, { slug, place }: OnePicture): Promise<void> {
  await tablesOf(db)
    .deleteFrom('app_pictures')
    .where('slug', '=', slug)
    .where('place', '=', place)
    .execute()
}

/** The picture with this hash; several apps may have the same one. */
export async function findPicture(db: Db, hash: string): Promise<Picture | undefined> {
  return tablesOf(db)
    .selectFrom('app_pictures')
    .select(['content_type as contentType', 'bytes'])
    .where('hash', '=', hash)
    .limit(1)
    .executeTakeFirst()
}
