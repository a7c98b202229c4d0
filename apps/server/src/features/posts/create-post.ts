import type { NewPost, Post } from '@gridloom/contract/posts/post'
import { type Ctx, userOf } from '../../platform/ctx.ts'
import { lockQuota } from '../companies/index.ts'
import { type CheckedTarget, checkedTargets, timeOf } from './checked-post.ts'
import type { PostsCtx } from './ctx.ts'
import { storePostMedia } from './media/post-media-store.ts'
import { withOwnLinks } from './own-links.ts'
import { plannedPostQuotaOf } from './planned-post-quota.ts'
import { insertPost, insertTargets } from './posts-store.ts'
import { publishPostChanged } from './publish-post-changed.ts'
import type { PostRow } from './schema.ts'
import { readPost } from './show-post.ts'

/**
 * Plans a post of the caller for connected accounts. It is published at its time, or `now`.
 * @throws Refused those of its check, `post_time`, `limit_reached`
 */
export async function createPost(ctx: PostsCtx, input: NewPost): Promise<Post> {
  const accountId = userOf(ctx)
  const id = ctx.ids.mint('post')
  const given = await withOwnLinks(ctx, id, input)
  const targets = await checkedTargets(ctx, given)
  const at = timeOf(ctx, input.at)
  const now = ctx.clock.now()
  const post = { id, account_id: accountId, text: given.text, at, created_at: now, changed_at: now }
  await ctx.transact(async (tx) => {
    await lockQuota(tx, accountId, await plannedPostQuotaOf(tx, accountId, now))
    tx.note({ subject: id })
    await insertPost(tx, post)
    await storePostMedia(tx, id, input.media)
    await insertTargets(
      tx,
      targets.map((target) => newTarget(ctx, post, target)),
    )
    await publishPostChanged(tx, { post_id: id, account_id: accountId })
  })
  return readPost(ctx, id)
}

/** A target as it begins. */
export function newTarget(
  { ids }: Pick<Ctx, 'ids'>,
  post: Pick<PostRow, 'id' | 'account_id' | 'at'>,
  { account, text, publishes }: CheckedTarget,
) {
  return {
    ...{ post_id: post.id, connected_account_id: account.id, account_id: post.account_id },
    ...{ channel: account.channel, handle: account.handle, text, publishes },
    ...{ state: 'planned' as const, attempt_key: ids.secret() },
    ...{ due_at: post.at, next_try_at: post.at },
  }
}
