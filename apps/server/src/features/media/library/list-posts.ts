import type { ChannelId } from '@gridloom/contract/channels/channel'
import type {
  AccountId,
  ConnectedAccountId,
  MediaId,
  MediaPostId,
  PostId,
} from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { ActivePost } from '@gridloom/contract/media/media'
import { readPostLink } from '@gridloom/domain/media/post-link'
import { accountOf, type Tx } from '../../../platform/ctx.ts'
import type { MediaCtx } from '../ctx.ts'
import { publishMedia } from '../publish-media-change.ts'
import { lockMedium } from '../stores/media-store.ts'
import {
  countOwnPosts,
  deletePost,
  deletePublishedPost,
  insertPost,
  isListed,
  storePublishedPost,
} from '../stores/posts-store.ts'
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
    if (await isListed(tx, link)) throw new Refused('media_post_known')
    const post = await insertPost(tx, {
      ...{ id: ctx.ids.mint('mediaPost'), media_id: mediaId, account_id: accountId },
      ...{ platform, post_link: link, listed_at: ctx.clock.now() },
    })
    if (post === undefined) throw new Refused('media_post_known')
    tx.note({ subject: post.id })
    await publishMedia(tx, mediaId)
    return postView(post, { accountId, results: [] })
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

/** A post that was published from here with a medium. */
interface PublishedPostOfMedium {
  readonly mediaId: MediaId
  readonly postId: PostId
  readonly account: ConnectedAccountId
  readonly accountId: AccountId
  readonly platform: ChannelId
  readonly url: string
  readonly handle: string
  /** Of its referral links; empty where it has none. */
  readonly subId: string
}

/** Lists a post that was published from here. Idempotent. */
export async function listPublishedPost(
  ctx: Pick<MediaCtx, 'ids' | 'clock'>,
  tx: Tx,
  post: PublishedPostOfMedium,
): Promise<void> {
  const { mediaId, postId, account, accountId, platform, url, handle, subId } = post
  await storePublishedPost(tx, {
    ...{ id: ctx.ids.mint('mediaPost'), media_id: mediaId, account_id: accountId, platform },
    ...{ post_link: readPostLink(url).link, listed_at: ctx.clock.now() },
    ...{ post_id: postId, connected_account_id: account, handle, sub_id: subId },
  })
  await publishMedia(tx, mediaId)
}

/** Removes a post that is not public any more. Idempotent. */
export async function unlistPublishedPost(
  tx: Tx,
  post: { postId: PostId; account: ConnectedAccountId },
): Promise<void> {
  for (const mediaId of await deletePublishedPost(tx, post)) await publishMedia(tx, mediaId)
}
