import type { ChannelId } from '@gridloom/contract/channels/channel'
import type { MediaId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { MediaCondition, MediaKind, MediaState } from '@gridloom/contract/media/media'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { MediaRow, MediaTables } from '../schema.ts'

const tables = (db: Db) => db.withTables<MediaTables>()

export interface MediaFilter {
  readonly title?: string
  readonly kind?: MediaKind
  readonly platform?: ChannelId
  readonly state?: MediaState
  readonly page: number
  readonly page_size: number
}

/** Returns a page of media, newest first, and how many there are in all. */
export async function selectMedia(
  db: Db,
  filter: MediaFilter,
): Promise<{ rows: MediaRow[]; total: number }> {
  const { title = '', kind, platform, state, page, page_size: size } = filter
  let matching = tables(db).selectFrom('media')
  if (state !== undefined) matching = matching.where('state', '=', state)
  if (kind !== undefined) matching = matching.where('kind', '=', kind)
  if (platform !== undefined) matching = matching.where(sql<boolean>`${platform} = any(platforms)`)
  // Not `like`: a title may contain its wildcards.
  if (title !== '')
    matching = matching.where(sql<boolean>`position(lower(${title}) in lower(title)) > 0`)
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await matching
    .selectAll()
    .orderBy(state === 'published' ? 'published_at' : 'created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  return { rows, total: Number(total) }
}

export function findMedium(db: Db, id: MediaId): Promise<MediaRow | undefined> {
  return tables(db).selectFrom('media').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function findMedia(db: Db, ids: readonly MediaId[]): Promise<MediaRow[]> {
  if (ids.length === 0) return []
  return tables(db)
    .selectFrom('media')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute()
}

/** Locks a medium until the transaction ends. @throws Refused `not_found` */
export async function lockMedium({ db }: Tx, id: MediaId): Promise<MediaRow> {
  const row = await tables(db)
    .selectFrom('media')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw new Refused('not_found', { details: { what: 'media' } })
  return row
}

/** Returns the published media that affiliates use, newest first. */
export function selectCreatives(db: Db, limit: number): Promise<MediaRow[]> {
  return tables(db)
    .selectFrom('media')
    .selectAll()
    .where('is_creative', '=', true)
    .where('state', '=', 'published')
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function countMedia(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from media`.execute(db)
  return rows[0]?.n ?? 0
}

export async function insertMedium({ db }: Tx, row: Insertable<MediaTables['media']>) {
  await tables(db).insertInto('media').values(row).execute()
}

export async function updateMedium(
  { db }: Tx,
  id: MediaId,
  change: Updateable<MediaTables['media']>,
): Promise<void> {
  if (Object.keys(change).length === 0) return
  await tables(db).updateTable('media').set(change).where('id', '=', id).execute()
}

/** Returns the parts of a filter that a condition means. */
export function partsOfCondition(
  condition: MediaCondition,
): Pick<MediaFilter, 'kind' | 'platform'> {
  switch (condition) {
    case 'all':
      return {}
    case 'video':
    case 'picture':
    case 'text':
    case 'link':
      return { kind: condition }
    default:
      return { platform: condition }
  }
}
