import type { Post, PostState } from '@gridloom/contract/posts/post'
import { userOf } from '../../platform/ctx.ts'
import type { PostsCtx } from './ctx.ts'
import { selectPosts } from './posts-store.ts'
import { shownPosts } from './show-post.ts'

interface PostList {
  readonly state?: PostState | undefined
  readonly page: number
  readonly page_size: number
}

/** Lists the posts of the caller, latest first. */
export async function listPosts(
  ctx: PostsCtx,
  { state, page, page_size: limit }: PostList,
): Promise<{ posts: Post[]; total: number }> {
  const offset = (page - 1) * limit
  const { rows, total } = await selectPosts(ctx.db, {
    ...{ accountId: userOf(ctx), state, offset, limit },
  })
  return { posts: await shownPosts(ctx, rows), total }
}
