import type { MediaId } from '@gridloom/contract/core/ids'
import type { MediaFile } from '@gridloom/contract/media/media'
import type { Db } from '../../../platform/database/connect.ts'
import type { MediaCtx } from '../ctx.ts'
import { createAddresses } from '../files/addresses.ts'
import { fileKeys } from '../files/file-keys.ts'
import type { ContentRow, MediaRow } from '../schema.ts'
import { findContents } from '../stores/contents-store.ts'
import { findMedia } from '../stores/media-store.ts'
import { fileView } from '../views/media-view.ts'

/** A published picture or video whose file is ready. */
export interface UsableMedium {
  readonly id: MediaId
  readonly kind: 'picture' | 'video'
  readonly title: string
  /** The MIME type of the file. */
  readonly type: string
  readonly bytes: number
  readonly width: number
  readonly height: number
  readonly seconds: number | null
  /** Of the file in the file store. */
  readonly key: string
}

/** A medium that a post names. `file`: null where it is not in the library any more. */
export interface NamedMedium {
  readonly kind: 'picture' | 'video'
  readonly title: string
  readonly file: MediaFile | null
}

/** Returns those of these media that posts can use now: published pictures and videos that are ready. */
export async function findUsableMedia(
  db: Db,
  ids: readonly MediaId[],
): Promise<Map<MediaId, UsableMedium>> {
  const found = await withContents(db, ids)
  return new Map(
    found.flatMap(({ medium, content }) => {
      const usable = usableMedium(medium, content)
      return usable === undefined ? [] : [[medium.id, usable]]
    }),
  )
}

/** Returns media as posts show them, with addresses of their files that expire. */
export async function showNamedMedia(
  ctx: MediaCtx,
  ids: readonly MediaId[],
): Promise<Map<MediaId, NamedMedium>> {
  const addresses = createAddresses(ctx)
  const found = await withContents(ctx.db, ids)
  return new Map(
    found.flatMap(({ medium, content }) => {
      const { id, kind, title } = medium
      if (kind !== 'picture' && kind !== 'video') return []
      const isUsable = content !== undefined && usableMedium(medium, content) !== undefined
      return [[id, { kind, title, file: isUsable ? fileView(content, addresses) : null }]]
    }),
  )
}

function usableMedium(
  { id, kind, title, state }: MediaRow,
  content: ContentRow | undefined,
): UsableMedium | undefined {
  if (kind !== 'picture' && kind !== 'video') return undefined
  if (state !== 'published' || content?.state !== 'ready') return undefined
  const { folder, duration_ms: durationMs, content_type: contentType } = content
  if (content.kind !== kind || folder === null) return undefined
  const isVideo = kind === 'video'
  return {
    ...{ id, kind, title, type: isVideo ? 'video/mp4' : contentType },
    ...{ bytes: content.file_bytes ?? 0, width: content.width ?? 0, height: content.height ?? 0 },
    seconds: durationMs === null ? null : durationMs / 1_000,
    key: fileKeys.finished(content.id, folder, isVideo ? 'high.mp4' : 'picture'),
  }
}

async function withContents(
  db: Db,
  ids: readonly MediaId[],
): Promise<{ medium: MediaRow; content: ContentRow | undefined }[]> {
  const media = await findMedia(db, ids)
  const contentIds = media.flatMap(({ content_id: id }) => (id === null ? [] : [id]))
  const contents = await findContents(db, contentIds)
  return media.map((medium) => ({
    medium,
    content: contents.find(({ id }) => id === medium.content_id),
  }))
}
