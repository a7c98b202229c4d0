import { PostId } from '@gridloom/contract/core/ids'
import { hasSubId, subIdOfPost } from '@gridloom/domain/posts/link-of-post'
import { eventSubscriber } from '../../../platform/business-events/business-event.ts'
import { listPublishedPost, unlistPublishedPost } from '../../media/index.ts'
import type { PostsCtx } from '../ctx.ts'
import { postGone, postPublished } from '../events.ts'
import { findPostRow, selectTargets } from '../posts-store.ts'
import { selectPostMedia } from './post-media-store.ts'

/**
 * Lists a published post with the library's media that it uses, and takes it from there when it is gone. Handled at least
 * once: listing a post that is listed, or removing one that is not, changes nothing.
 */
export const listInLibrary = eventSubscriber({
  name: 'posts.library',
  to: [postPublished, postGone],
  async handle(ctx: PostsCtx, tx, { topic, subject, payload }) {
    const postId = PostId.parse(subject)
    const { connected_account_id: account, channel: platform, url } = payload
    if (topic === 'post.gone') return unlistPublishedPost(tx, { postId, account })
    const post = await findPostRow(tx.db, postId)
    const targets = await selectTargets(tx.db, [postId])
    const target = targets.find((one) => one.connected_account_id === account)
    // An account that was closed since, or a post that was found gone before this event was handled.
    if (post === undefined || target?.state !== 'published') return
    const subId = subIdOfPost(postId)
    const hasLink = hasSubId(target.text ?? post.text, subId)
    for (const { media_id: mediaId } of await selectPostMedia(tx.db, [postId]))
      await listPublishedPost(ctx, tx, {
        ...{ mediaId, postId, account, accountId: post.account_id, platform, url },
        ...{ handle: target.handle, subId: hasLink ? subId : '' },
      })
  },
})
