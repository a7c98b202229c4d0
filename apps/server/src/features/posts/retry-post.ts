import type { PostId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { Post } from '@gridloom/contract/posts/post'
import type { PostsCtx } from './ctx.ts'
import { lockTargets, updateTarget } from './posts-store.ts'
import { publishPostChanged } from './publish-post-changed.ts'
import { ownedPost, readPost } from './show-post.ts'

/**
 * Tries again now what failed of a post, for up to a day. What may have been published is looked for first.
 * @throws Refused `not_found`, `post_not_failed`
 */
export async function retryPost(ctx: PostsCtx, id: PostId): Promise<Post> {
  const post = await ownedPost(ctx, ctx.db, id)
  const now = ctx.clock.now()
  await ctx.transact(async (tx) => {
    const failed = (await lockTargets(tx, id)).filter(({ state }) => state === 'failed')
    if (failed.length === 0) throw new Refused('post_not_failed')
    for (const row of failed)
      await updateTarget(tx, row, {
        state: row.may_be_published ? 'unclear' : 'planned',
        ...{ due_at: now, next_try_at: now, attempts: 0, problem: null, problem_text: null },
      })
    await publishPostChanged(tx, { post_id: id, account_id: post.account_id })
  })
  return readPost(ctx, id)
}
