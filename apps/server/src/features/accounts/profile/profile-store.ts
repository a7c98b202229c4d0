import type { AccountId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { Picture } from '../../../platform/pictures/read-picture-url.ts'
import type { AccountTables } from '../schema.ts'

export interface Profile {
  username?: string
  name?: string | null
  /** The path of the picture; `null`: there is none. */
  profilePath?: string | null
}

/** Writes the given fields and keeps the others. */
export async function updateProfileRow(tx: Tx, id: AccountId, profile: Profile): Promise<void> {
  const { username, name, profilePath } = profile
  await tables(tx.db)
    .updateTable('accounts')
    .set({
      ...(username === undefined ? {} : { username }),
      ...(name === undefined ? {} : { name }),
      ...(profilePath === undefined ? {} : { profile_path: profilePath }),
      // Kysely rejects an empty update; this assignment changes nothing.
      id,
    })
    .where('id', '=', id)
    .execute()
}

export async function putPicture(
  tx: Tx,
  accountId: AccountId,
  { hash, contentType, bytes }: Picture & { hash: string },
): Promise<void> {
  const row = { hash, content_type: contentType, bytes }
  await tables(tx.db)
    .insertInto('profile_pictures')
    .values({ account_id: accountId, ...row })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
    .execute()
}

export async function deletePicture(tx: Tx, accountId: AccountId): Promise<void> {
  await tables(tx.db).deleteFrom('profile_pictures').where('account_id', '=', accountId).execute()
}

/** The picture with this hash; several accounts may have the same one. */
export async function findPicture(
  db: Db,
  hash: string,
): Promise<{ contentType: string; bytes: Buffer } | undefined> {
  return tables(db)
    .selectFrom('profile_pictures')
    .select(['content_type as contentType', 'bytes'])
    .where('hash', '=', hash)
    .limit(1)
    .executeTakeFirst()
}

function tables(db: Db) {
  return db.withTables<AccountTables>()
}
