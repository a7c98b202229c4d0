import type { MediaId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { MediaTables } from '../schema.ts'

const tables = (db: Db) => db.withTables<MediaTables>()

export function findCaptions(
  db: Db,
  { mediaId, language }: { mediaId: MediaId; language: string },
): Promise<{ vtt: string } | undefined> {
  return tables(db)
    .selectFrom('media_captions')
    .select('vtt')
    .where('media_id', '=', mediaId)
    .where('language', '=', language)
    .executeTakeFirst()
}

/** Returns the languages of the captions of each medium, sorted. */
export async function languagesOfCaptions(
  db: Db,
  mediaIds: readonly MediaId[],
): Promise<{ media_id: MediaId; language: string }[]> {
  if (mediaIds.length === 0) return []
  return tables(db)
    .selectFrom('media_captions')
    .select(['media_id', 'language'])
    .where('media_id', 'in', mediaIds)
    .orderBy('language')
    .execute()
}

export async function upsertCaptions(
  { db }: Tx,
  row: MediaTables['media_captions'],
): Promise<void> {
  const { vtt, saved_at } = row
  await tables(db)
    .insertInto('media_captions')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['media_id', 'language']).doUpdateSet({ vtt, saved_at }),
    )
    .execute()
}

/** Returns whether there were captions in this language. */
export async function deleteCaptions(
  { db }: Tx,
  { mediaId, language }: { mediaId: MediaId; language: string },
): Promise<boolean> {
  const { numDeletedRows } = await tables(db)
    .deleteFrom('media_captions')
    .where('media_id', '=', mediaId)
    .where('language', '=', language)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
