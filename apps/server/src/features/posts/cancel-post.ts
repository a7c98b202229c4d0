import type { PostId } from '@gridloom/contract/core/ids'
import type { Post } from '@gridloom/contract/posts/post'
import type { PostsCtx } from './ctx.ts'
import { underWay } from './edit-post.ts'
import { lockTargets, updatePost, updateTarget } from './posts-store.ts'
import { publishPostChanged } from './publish-post-changed.ts'
import { ownedPost, readPost } from './show-post.ts'

/**
 * Cancels what waits of a post. What is being published goes on: nobody can take it back, and its end is recorded.
 * @throws Refused `not_found`, `post_under_way` where nothing waits
 */
export async function cancelPost(ctx: PostsCtx, id: PostId): Promise<Post> {
  const post = await ownedPost(ctx, ctx.db, id)
  await ctx.transact(async (tx) => {
    const waiting = (await lockTargets(tx, id)).filter(
      ({ state }) => state === 'planned' || state === 'reminded',
    )
    if (waiting.length === 0) throw underWay()
    await updatePost(tx, id, { changed_at: ctx.clock.now() })
    for (const row of waiting)
      await updateTarget(tx, row, { state: 'cancelled', next_try_at: null, problem: null })
    await publishPostChanged(tx, { post_id: id, account_id: post.account_id })
  })
  return readPost(ctx, id)
}
