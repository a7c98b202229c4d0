import type { MediaId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { Db } from '../../../platform/database/connect.ts'
import type { Download } from '../../../platform/http/routes.ts'
import { nothingAtAll } from '../../../platform/http/security-headers.ts'
import type { MediaCtx } from '../ctx.ts'
import { fileKeys } from '../files/file-keys.ts'
import type { ContentRow, MediaRow } from '../schema.ts'
import { findContents } from '../stores/contents-store.ts'
import { findMedium, selectCreatives } from '../stores/media-store.ts'

const policy = `${nothingAtAll}; sandbox`
const creativesMax = 200

/** A published medium that affiliates use. `picture`: its size in pixels. */
export interface PublishedCreative extends Pick<MediaRow, 'id' | 'title' | 'detail'> {
  readonly picture: { readonly width: number; readonly height: number } | null
}

/** Returns the media that affiliates use, newest first, at most 200. */
export async function listCreatives(db: Db): Promise<PublishedCreative[]> {
  const rows = await selectCreatives(db, creativesMax)
  const ids = rows.flatMap(({ content_id: id }) => (id === null ? [] : [id]))
  const contents = new Map((await findContents(db, ids)).map((content) => [content.id, content]))
  return rows.flatMap((row): PublishedCreative[] => {
    const { id, title, detail, kind } = row
    if (kind === 'text') return [{ id, title, detail, picture: null }]
    const content = row.content_id === null ? undefined : contents.get(row.content_id)
    if (content?.state !== 'ready') return []
    const { width, height } = content
    return [{ id, title, detail, picture: { width: width ?? 0, height: height ?? 0 } }]
  })
}

/**
 * Serves the picture of a creative to everybody, also for pages of other sites. What it is stored as was cleaned, so that
 * it is a picture and nothing else. @throws Refused `not_found` for every other medium
 */
export async function serveCreative(ctx: MediaCtx, id: MediaId): Promise<Download> {
  const content = await publicContent(ctx.db, id)
  const key = content?.folder && fileKeys.finished(content.id, content.folder, 'picture')
  const bytes = key ? await ctx.files.size(key) : undefined
  if (content === undefined || !key || bytes === undefined)
    throw new Refused('not_found', { details: { what: 'picture' } })
  return {
    fileName: `banner.${content.content_type.replace('image/', '')}`,
    contentType: content.content_type,
    disposition: 'inline',
    ...{ bytes, policy, etag: content.id, embeddable: true },
    pieces: ctx.files.read(key, { start: 0, end: bytes }),
  }
}

async function publicContent(db: Db, id: MediaId): Promise<ContentRow | undefined> {
  const medium = await findMedium(db, id)
  if (medium?.state !== 'published' || !medium.is_creative || medium.kind !== 'picture')
    return undefined
  const [content] = medium.content_id === null ? [] : await findContents(db, [medium.content_id])
  return content?.state === 'ready' && pictureTypes.has(content.content_type) ? content : undefined
}

const pictureTypes: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp'])
