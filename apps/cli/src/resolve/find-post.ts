import { PostId } from '@gridloom/contract/core/ids'
import type { Post } from '@gridloom/contract/posts/post'
import type { Ctx } from '../ctx.ts'
import { chooseOne } from './choose-one.ts'

const postsMax = 100

/** Finds a post by part of its ID, among the latest hundred. */
export async function findPost(ctx: Ctx, wanted: string): Promise<Post> {
  const id = PostId.safeParse(wanted)
  if (id.success) return ctx.client.posts.read({ params: { id: id.data }, signal: ctx.signal })
  const query = { page: 1, page_size: postsMax }
  const { posts } = await ctx.client.posts.list({ query, signal: ctx.signal })
  const named = posts.map((post) => ({ id: post.id, name: '', post }))
  return chooseOne(named, wanted, 'post').post
}
