import type { AccountId, RenderUploadId } from '@gridloom/contract/core/ids'
import { type Insertable, sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { RenderingTables, UploadRow, UploadSegment } from '../schema.ts'

/** Returns an upload of an account, unless it has expired. */
export function findUpload(
  db: Db,
  { accountId, id, now }: { accountId: AccountId; id: RenderUploadId; now: Date },
): Promise<UploadRow | undefined> {
  return tables(db)
    .selectFrom('render_uploads')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Returns the upload of this content, expired or not: an account has at most one. */
export function uploadOfContent(
  tx: Tx,
  accountId: AccountId,
  contentHash: string,
): Promise<UploadRow | undefined> {
  return tables(tx.db)
    .selectFrom('render_uploads')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('content_hash', '=', contentHash)
    .executeTakeFirst()
}

/** Returns the number and bytes of the scenes and uploads of these accounts. */
export async function storedScenes(
  db: Db,
  accountIds: readonly AccountId[],
): Promise<{ count: number; bytes: number }> {
  const { rows } = await sql<{ count: number; bytes: number }>`
    select count(*)::int as count, coalesce(sum(size_bytes), 0)::bigint as bytes from (
      select size_bytes from render_scenes
        where account_id = any(${[...accountIds]}) and removed_at is null
      union all select size_bytes from render_uploads where account_id = any(${[...accountIds]})
    ) stored`.execute(db)
  return rows[0] ?? { count: 0, bytes: 0 }
}

export async function insertUpload(
  tx: Tx,
  upload: Insertable<RenderingTables['render_uploads']>,
): Promise<UploadRow> {
  return tables(tx.db)
    .insertInto('render_uploads')
    .values(upload)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function renewUpload(
  tx: Tx,
  { id, fileName, expiresAt }: { id: RenderUploadId; fileName: string; expiresAt: Date },
): Promise<UploadRow> {
  return tables(tx.db)
    .updateTable('render_uploads')
    .set({ file_name: fileName, expires_at: expiresAt })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The sender of an upload and its offset; no other sender may write until `until`. */
export interface UploadWriter {
  id: RenderUploadId
  writer: string
  offset: number
  until: Date
}

/** Claims an upload. Returns `false` if it is at another offset, or another sender has claimed it. */
export async function claimUpload(tx: Tx, writing: UploadWriter & { now: Date }): Promise<boolean> {
  const { id, writer, offset, until, now } = writing
  const { numUpdatedRows } = await tables(tx.db)
    .updateTable('render_uploads')
    .set({ writer, writer_until: until })
    .where('id', '=', id)
    .where('received_bytes', '=', offset)
    .where('expires_at', '>', now)
    .where((eb) => eb.or([eb('writer', 'is', null), eb('writer_until', '<=', now)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Renews a claim. Returns `false` if it has expired and another sender has the upload. */
export async function renewClaim(tx: Tx, { id, writer, until }: Omit<UploadWriter, 'offset'>) {
  const { numUpdatedRows } = await tables(tx.db)
    .updateTable('render_uploads')
    .set({ writer_until: until })
    .where('id', '=', id)
    .where('writer', '=', writer)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function releaseClaim(tx: Tx, { id, writer }: Pick<UploadWriter, 'id' | 'writer'>) {
  await tables(tx.db)
    .updateTable('render_uploads')
    .set({ writer: null, writer_until: null })
    .where('id', '=', id)
    .where('writer', '=', writer)
    .execute()
}

/** Appends a stored segment to an upload. Returns `false` if this writer has lost the claim. */
export async function addSegment(
  tx: Tx,
  {
    id,
    writer,
    segment,
    expiresAt,
  }: Pick<UploadWriter, 'id' | 'writer'> & {
    segment: UploadSegment
    expiresAt: Date
  },
): Promise<boolean> {
  const { numUpdatedRows } = await tables(tx.db)
    .updateTable('render_uploads')
    .set({
      received_bytes: sql`received_bytes + ${segment.bytes}`,
      segments: sql`segments || ${JSON.stringify([segment])}::jsonb`,
      expires_at: expiresAt,
    })
    .where('id', '=', id)
    .where('writer', '=', writer)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Resets an upload to its verified segments. */
export async function keepSegments(
  tx: Tx,
  {
    id,
    writer,
    segments,
  }: Pick<UploadWriter, 'id' | 'writer'> & { segments: readonly UploadSegment[] },
): Promise<void> {
  await tables(tx.db)
    .updateTable('render_uploads')
    .set({
      received_bytes: segments.reduce((sum, { bytes }) => sum + bytes, 0),
      segments: JSON.stringify(segments),
    })
    .where('id', '=', id)
    .where('writer', '=', writer)
    .execute()
}

/** Marks an upload as expired, so that its files can be deleted. Returns `false` if there is none. */
export async function expireUpload(
  tx: Tx,
  { id, now }: { id: RenderUploadId; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tables(tx.db)
    .updateTable('render_uploads')
    .set({ expires_at: now, writer: null, writer_until: null, received_bytes: 0, segments: '[]' })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deleteUpload(tx: Tx, id: RenderUploadId): Promise<void> {
  await tables(tx.db).deleteFrom('render_uploads').where('id', '=', id).execute()
}

export async function expiredUploads(db: Db, now: Date): Promise<RenderUploadId[]> {
  const rows = await tables(db)
    .selectFrom('render_uploads')
    .select('id')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(1_000)
    .execute()
  return rows.map(({ id }) => id)
}

function tables(db: Db) {
  return db.withTables<RenderingTables>()
}
