import type { QueryOf, ResponseOf } from '@gridloom/contract/core/endpoint'
import type { MediaId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { media } from '@gridloom/contract/media/endpoints'
import type { Media } from '@gridloom/contract/media/media'
import type { MediaCtx } from '../ctx.ts'
import { findMedium, partsOfCondition, selectMedia } from '../stores/media-store.ts'
import { detailedViewOf, viewsOf } from '../views/media-view.ts'

/** Lists published media, newest first. */
export async function filterMedia(
  ctx: MediaCtx,
  { page, page_size, media_title: title, condition }: QueryOf<typeof media.filter>,
): Promise<ResponseOf<typeof media.filter>> {
  const { rows, total } = await selectMedia(ctx.db, {
    ...partsOfCondition(condition),
    ...{ title, page, page_size, state: 'published' },
  })
  return { media: await viewsOf(ctx, rows), page, total }
}

/** Returns one published medium. @throws Refused `not_found` */
export async function showMedia(ctx: MediaCtx, id: MediaId): Promise<Media> {
  const row = await findMedium(ctx.db, id)
  if (row?.state !== 'published') throw new Refused('not_found', { details: { what: 'media' } })
  return detailedViewOf(ctx, row)
}
