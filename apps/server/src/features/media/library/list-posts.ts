import type { MediaId, MediaPostId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { ActivePost } from '@gridloom/contract/media/media'
import { readPostLink } from '@gridloom/domain/media/post-link'
import { accountOf } from '../../../platform/ctx.ts'
import type { MediaCtx } from '../ctx.ts'
import { publishMedia } from '../publish-media-change.ts'
import { lockMedium } from '../stores/media-store.ts'
import { countOwnPosts, deletePost, insertPost } from '../stores/posts-store.ts'
import { postView } from '../views/post-view.ts'

const postsOfAccountMax = 50

/**
 * Lists a public post that uses a medium. The address is not fetched.
 * @throws Refused `not_found`, also for a medium that is not published; `media_post_known`, `limit_reached`
 */
export async function addPost(
  ctx: MediaCtx,
  { id: mediaId, postLink }: { id: MediaId; postLink: string },
): Promise<ActivePost> {
  const { accountId } = accountOf(ctx)
  const { link, platform } = readPostLink(postLink)
  return ctx.transact(async (tx) => {
    const medium = await lockMedium(tx, mediaId)
    if (medium.state !== 'published') throw new Refused('not_found', { details: { what: 'media' } })
    if ((await countOwnPosts(tx, { mediaId, accountId })) >= postsOfAccountMax)
      throw new Refused('limit_reached', {
        details: { max: postsOfAccountMax, what: 'posts of one medium' },
      })
    const post = await insertPost(tx, {
      ...{ id: ctx.ids.mint('mediaPost'), media_id: mediaId, account_id: accountId },
      ...{ platform, post_link: link, listed_at: ctx.clock.now() },
    })
    if (post === undefined) throw new Refused('media_post_known')
    tx.note({ subject: post.id })
    await publishMedia(tx, mediaId)
    return postView(post, accountId)
  })
}

/** Removes a post that the caller's account listed. @throws Refused `not_found` */
export async function removePost(
  ctx: MediaCtx,
  { id: mediaId, post_id: id }: { id: MediaId; post_id: MediaPostId },
): Promise<void> {
  const { accountId } = accountOf(ctx)
  await ctx.transact(async (tx) => {
    if (!(await deletePost(tx, { id, mediaId, accountId })))
      throw new Refused('not_found', { details: { what: 'post' } })
    tx.note({ subject: id })
    await publishMedia(tx, mediaId)
  })
}
