import type { PostId } from '@gridloom/contract/core/ids'
import { isOnePost } from '@gridloom/domain/posts/media-fit'
import type { PostAttachment } from '../../channels/index.ts'
import { findUsableMedia } from '../../media/index.ts'
import type { PostsCtx } from '../ctx.ts'
import { selectPostMedia } from './post-media-store.ts'

/**
 * Returns the pictures or the video of a post as they are now; `gone` where one is not in the library any more. No file is
 * in memory: each is read while it is sent.
 */
export async function attachmentsOf(
  ctx: Pick<PostsCtx, 'db' | 'files'>,
  id: PostId,
): Promise<PostAttachment[] | 'gone'> {
  const rows = await selectPostMedia(ctx.db, [id])
  const usable = await findUsableMedia(
    ctx.db,
    rows.map(({ media_id: media }) => media),
  )
  const found = rows.flatMap(({ media_id: media, text }): PostAttachment[] => {
    const medium = usable.get(media)
    if (medium === undefined) return []
    const { kind, type: mime, bytes, width, height, key } = medium
    return [{ kind, mime, bytes, width, height, text, pieces: () => ctx.files.read(key) }]
  })
  return found.length === rows.length && isOnePost(found) ? found : 'gone'
}
