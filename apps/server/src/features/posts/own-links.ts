import type { PostId } from '@gridloom/contract/core/ids'
import type { NewPost } from '@gridloom/contract/posts/post'
import { subIdOfPost, withSubId } from '@gridloom/domain/posts/link-of-post'
import { userOf } from '../../platform/ctx.ts'
import { referralCodeOf } from '../affiliate/index.ts'
import type { PostsCtx } from './ctx.ts'

/** Returns a post whose links to its author's referral link have the sub ID of the post, so that its results are counted. */
export async function withOwnLinks(ctx: PostsCtx, id: PostId, post: NewPost): Promise<NewPost> {
  const link = await referralLinkOf(ctx)
  const tagged = (text: string) => withSubId(text, { link, subId: subIdOfPost(id) })
  return {
    ...post,
    text: tagged(post.text),
    targets: post.targets.map((target) => ({
      ...target,
      text: target.text === null ? null : tagged(target.text),
    })),
  }
}

/** Returns the caller's referral link. */
export async function referralLinkOf(ctx: PostsCtx): Promise<string> {
  const { code } = await referralCodeOf(ctx, userOf(ctx))
  return new URL(`/${code}`, ctx.publicUrl).href
}
