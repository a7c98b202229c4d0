import type { MediaContentId, MediaId } from '@gridloom/contract/core/ids'
import type { MediaFailure } from '@gridloom/contract/media/media'
import { type Insertable, sql, type UpdateObject } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { ContentRow, MediaTables } from '../schema.ts'

const tables = (db: Db) => db.withTables<MediaTables>()

export function findContent(db: Db, id: MediaContentId): Promise<ContentRow | undefined> {
  return tables(db).selectFrom('media_contents').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function findContents(db: Db, ids: readonly MediaContentId[]): Promise<ContentRow[]> {
  if (ids.length === 0) return []
  return tables(db).selectFrom('media_contents').selectAll().where('id', 'in', ids).execute()
}

/** Locks the content with these bytes until the transaction ends. */
export function lockContent({ db }: Tx, contentHash: string): Promise<ContentRow | undefined> {
  return tables(db)
    .selectFrom('media_contents')
    .selectAll()
    .where('content_hash', '=', contentHash)
    .forUpdate()
    .executeTakeFirst()
}

/** Stores a content. Returns whether these bytes were unknown. */
export async function insertContent(
  { db }: Tx,
  row: Insertable<MediaTables['media_contents']>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables(db)
    .insertInto('media_contents')
    .values(row)
    .onConflict((conflict) => conflict.column('content_hash').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** An encoding that this process does. */
export interface Encoding {
  readonly id: MediaContentId
  readonly token: string
}

/**
 * Claims the next video: one whose encoder died, or else the oldest in the queue. The unique index admits one encoding
 * over all replicas; of two claims at the same time the second fails with SQLSTATE 23505.
 */
export async function claimContent(
  { db }: Tx,
  { token, now, until }: { token: string; now: Date; until: Date },
): Promise<ContentRow | undefined> {
  const { rows } = await sql<ContentRow>`
    update media_contents
    set state = 'encoding', lease_token = ${token}, lease_until = ${until}, attempts = attempts + 1,
      progress_percent = 0
    where id = (
      select id from media_contents
      where (state = 'encoding' and lease_until <= ${now})
        or (state = 'queued' and not exists (select from media_contents where state = 'encoding'))
      order by state, created_at limit 1
      for update skip locked
    )
    returning *`.execute(db)
  return rows[0]
}

/** Renews a claim and notes the progress. Returns `false` where the claim is lost. */
export function renewEncoding(
  tx: Tx,
  { until, progressPercent, ...encoding }: Encoding & { until: Date; progressPercent: number },
): Promise<boolean> {
  return update(tx, encoding, { lease_until: until, progress_percent: progressPercent })
}

/** Puts a video back into the queue, as when this server stops; it was not its fault. */
export function requeueEncoding(tx: Tx, encoding: Encoding): Promise<boolean> {
  return update(tx, encoding, {
    ...{ state: 'queued', lease_token: null, lease_until: null, progress_percent: 0 },
    attempts: sql<number>`greatest(attempts - 1, 0)`,
  })
}

export function failEncoding(
  tx: Tx,
  { failure, ...encoding }: Encoding & { failure: MediaFailure },
): Promise<boolean> {
  const ended = { state: 'failed', lease_token: null, lease_until: null } as const
  return update(tx, encoding, { ...ended, failure })
}

/** The finished files of a content. */
export interface FinishedFiles {
  readonly folder: string
  readonly width: number
  readonly height: number
  readonly durationMs: number | null
  readonly fileBytes: number
  readonly fileNames: readonly string[]
}

/** Shows the finished files, all at once. Returns `false` where the claim is lost. */
export function completeEncoding(
  tx: Tx,
  { id, token, ...done }: Encoding & FinishedFiles,
): Promise<boolean> {
  return update(
    tx,
    { id, token },
    {
      ...{ state: 'ready', lease_token: null, lease_until: null, progress_percent: 100 },
      ...{ folder: done.folder, width: done.width, height: done.height },
      ...{ duration_ms: done.durationMs, file_bytes: done.fileBytes },
      file_names: JSON.stringify(done.fileNames),
    },
  )
}

/** Queues a content that failed again. */
export async function retryContent({ db }: Tx, id: MediaContentId): Promise<void> {
  await tables(db)
    .updateTable('media_contents')
    .set({ state: 'queued', failure: null, attempts: 0, progress_percent: 0 })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .execute()
}

/** Returns the media that have a content. */
export async function mediaOfContent({ db }: Tx, id: MediaContentId): Promise<MediaId[]> {
  const rows = await tables(db)
    .selectFrom('media')
    .select('id')
    .where('content_id', '=', id)
    .execute()
  return rows.map((row) => row.id)
}

/** Deletes contents that no medium has, and returns them: their files are deleted next. */
export async function deleteUnusedContents({ db }: Tx, before: Date): Promise<MediaContentId[]> {
  const rows = await tables(db)
    .deleteFrom('media_contents')
    .where('created_at', '<', before)
    .where('state', '<>', 'encoding')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('media').select('id').whereRef('media.content_id', '=', 'media_contents.id'),
        ),
      ),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

async function update(
  { db }: Tx,
  { id, token }: Encoding,
  change: UpdateObject<MediaTables, 'media_contents'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tables(db)
    .updateTable('media_contents')
    .set(change)
    .where('id', '=', id)
    .where('lease_token', '=', token)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
