import type { AccountId, MediaId, MediaUploadId } from '@gridloom/contract/core/ids'
import { type Insertable, sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { MediaSegment, MediaTables, MediaUploadRow } from '../schema.ts'

const tables = (db: Db) => db.withTables<MediaTables>()

/** Returns an upload of an account, unless it has expired. */
export function findUpload(
  db: Db,
  { id, accountId, now }: { id: MediaUploadId; accountId: AccountId; now: Date },
): Promise<MediaUploadRow | undefined> {
  return tables(db)
    .selectFrom('media_uploads')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Returns the upload of this content for a medium, expired or not. */
export function uploadOfContent(
  { db }: Tx,
  { mediaId, contentHash }: { mediaId: MediaId; contentHash: string },
): Promise<MediaUploadRow | undefined> {
  return tables(db)
    .selectFrom('media_uploads')
    .selectAll()
    .where('media_id', '=', mediaId)
    .where('content_hash', '=', contentHash)
    .executeTakeFirst()
}

export async function countUploads({ db }: Tx): Promise<number> {
  const { n } = await tables(db)
    .selectFrom('media_uploads')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

export function insertUpload(
  { db }: Tx,
  row: Insertable<MediaTables['media_uploads']>,
): Promise<MediaUploadRow> {
  return tables(db).insertInto('media_uploads').values(row).returningAll().executeTakeFirstOrThrow()
}

export function renewUpload(
  { db }: Tx,
  { id, expiresAt }: { id: MediaUploadId; expiresAt: Date },
): Promise<MediaUploadRow> {
  return tables(db)
    .updateTable('media_uploads')
    .set({ expires_at: expiresAt })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Appends a stored segment. Returns `false` if the upload is gone or another sender has moved its offset. */
export async function addSegment(
  { db }: Tx,
  part: { id: MediaUploadId; offset: number; segment: MediaSegment; expiresAt: Date },
): Promise<boolean> {
  const { id, offset, segment, expiresAt } = part
  const { numUpdatedRows } = await tables(db)
    .updateTable('media_uploads')
    .set({
      received_bytes: offset + segment.bytes,
      segments: sql`segments || ${JSON.stringify([segment])}::jsonb`,
      expires_at: expiresAt,
    })
    .where('id', '=', id)
    .where('received_bytes', '=', offset)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Deletes an upload. Returns whether there was one: of two that finish it, one gets it. */
export async function deleteUpload({ db }: Tx, id: MediaUploadId): Promise<boolean> {
  const { numDeletedRows } = await tables(db)
    .deleteFrom('media_uploads')
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function expiredUploads(db: Db, now: Date): Promise<MediaUploadId[]> {
  const rows = await tables(db)
    .selectFrom('media_uploads')
    .select('id')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(1_000)
    .execute()
  return rows.map(({ id }) => id)
}
