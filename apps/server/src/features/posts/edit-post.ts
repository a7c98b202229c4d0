import type { PostId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { NewPost, Post, PostTime } from '@gridloom/contract/posts/post'
import { isEditable } from '@gridloom/domain/posts/post-state'
import type { Tx } from '../../platform/ctx.ts'
import { checkedTargets, timeOf } from './checked-post.ts'
import { newTarget } from './create-post.ts'
import type { PostsCtx } from './ctx.ts'
import { storePostMedia } from './media/post-media-store.ts'
import { withOwnLinks } from './own-links.ts'
import {
  deleteTargets,
  insertTargets,
  lockTargets,
  type TargetChanges,
  updatePost,
  updateTarget,
} from './posts-store.ts'
import { publishPostChanged } from './publish-post-changed.ts'
import type { PostTargetRow } from './schema.ts'
import { ownedPost, readPost } from './show-post.ts'

/**
 * Replaces a post of which nothing is being published. The rows are locked: a publisher that has one keeps it from being
 * edited, and one that comes later publishes the new text.
 * @throws Refused `not_found`, `post_under_way`, those of its check, `post_time`
 */
export async function editPost(ctx: PostsCtx, id: PostId, input: NewPost): Promise<Post> {
  const post = await ownedPost(ctx, ctx.db, id)
  const given = await withOwnLinks(ctx, id, input)
  const targets = await checkedTargets(ctx, given)
  const at = timeOf(ctx, input.at)
  await ctx.transact(async (tx) => {
    const before = await lockEditable(tx, id)
    await updatePost(tx, id, { text: given.text, at, changed_at: ctx.clock.now() })
    await storePostMedia(tx, id, input.media)
    const kept = new Set(targets.map(({ account }) => account.id))
    const ended = before.map((row) => row.connected_account_id).filter((one) => !kept.has(one))
    await deleteTargets(tx, id, ended)
    for (const target of targets) {
      const row = before.find((one) => one.connected_account_id === target.account.id)
      if (row === undefined) await insertTargets(tx, [newTarget(ctx, { ...post, at }, target)])
      else {
        const { text, publishes, account } = target
        await updateTarget(tx, row, { ...replanned(at), text, publishes, handle: account.handle })
      }
    }
    await publishPostChanged(tx, { post_id: id, account_id: post.account_id })
  })
  return readPost(ctx, id)
}

/** Changes the time of a post of which nothing is being published. @throws Refused `not_found`, `post_under_way`, `post_time` */
export async function reschedulePost(ctx: PostsCtx, id: PostId, time: PostTime): Promise<Post> {
  const post = await ownedPost(ctx, ctx.db, id)
  const at = timeOf(ctx, time)
  await ctx.transact(async (tx) => {
    const targets = await lockEditable(tx, id)
    await updatePost(tx, id, { at, changed_at: ctx.clock.now() })
    for (const row of targets) await updateTarget(tx, row, replanned(at))
    await publishPostChanged(tx, { post_id: id, account_id: post.account_id })
  })
  return readPost(ctx, id)
}

async function lockEditable(tx: Tx, id: PostId): Promise<PostTargetRow[]> {
  const targets = await lockTargets(tx, id)
  const mayBeSeen = targets.some((row) => row.may_be_published)
  if (mayBeSeen || !isEditable(targets.map(({ state }) => state))) throw underWay()
  return targets
}

function replanned(at: Date): TargetChanges {
  return {
    ...{ state: 'planned', due_at: at, next_try_at: at, attempts: 0 },
    ...{ problem: null, problem_text: null },
  }
}

export function underWay(): Refused {
  return new Refused('post_under_way')
}
