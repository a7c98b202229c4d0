import type { PostId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { Post, PostMedia, PostResults, PostTarget } from '@gridloom/contract/posts/post'
import { hasSubId, subIdOfPost } from '@gridloom/domain/posts/link-of-post'
import { postStateOf } from '@gridloom/domain/posts/post-state'
import { type Ctx, userOf } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import { type LinkResults, linkResults } from '../affiliate/index.ts'
import { type NamedMedium, showNamedMedia } from '../media/index.ts'
import type { PostsCtx } from './ctx.ts'
import { selectPostMedia } from './media/post-media-store.ts'
import { findPostRow, selectNewestChecks, selectTargets } from './posts-store.ts'
import type { PostCheckRow, PostMediaRow, PostRow, PostTargetRow } from './schema.ts'

/** Returns a post of the caller. @throws Refused `not_found`, also for those of others */
export async function ownedPost(ctx: Pick<Ctx, 'actor'>, db: Db, id: PostId): Promise<PostRow> {
  const row = await findPostRow(db, id)
  if (row === undefined || row.account_id !== userOf(ctx))
    throw new Refused('not_found', { details: { what: 'post' } })
  return row
}

/** Returns a post of the caller with its targets. @throws Refused `not_found` */
export async function readPost(ctx: PostsCtx, id: PostId): Promise<Post> {
  const [post] = await shownPosts(ctx, [await ownedPost(ctx, ctx.db, id)])
  if (post === undefined) throw new RangeError(`${id} was read`)
  return post
}

/** Returns posts as their owner sees them, in their order. */
export async function shownPosts(ctx: PostsCtx, rows: readonly PostRow[]): Promise<Post[]> {
  const { db } = ctx
  const ids = rows.map(({ id }) => id)
  const targets = await selectTargets(db, ids)
  const checks = await selectNewestChecks(db, ids)
  const media = await selectPostMedia(db, ids)
  const named = await showNamedMedia(ctx, [...new Set(media.map((one) => one.media_id))])
  const results = await linkResults(
    db,
    rows.map(({ id, account_id: accountId }) => ({ accountId, subId: subIdOfPost(id) })),
  )
  return rows.map((row) => {
    const own = targets.filter(({ post_id: id }) => id === row.id)
    return {
      ...{ id: row.id, state: postStateOf(own.map(({ state }) => state)), text: row.text },
      at: row.at.toISOString(),
      media: media.filter((one) => one.post_id === row.id).flatMap((one) => shownMedia(one, named)),
      targets: own.map((target) => shownTarget(target, checks.find(isOf(target)))),
      results: resultsOf(row, { targets: own, results }),
      created_at: row.created_at.toISOString(),
    }
  })
}

function isOf(target: PostTargetRow) {
  return (check: PostCheckRow) =>
    check.post_id === target.post_id && check.connected_account_id === target.connected_account_id
}

function resultsOf(
  { id, text }: PostRow,
  of: { targets: readonly PostTargetRow[]; results: readonly LinkResults[] },
): PostResults | null {
  const subId = subIdOfPost(id)
  const texts = of.targets.map((target) => target.text ?? text)
  const found = of.results.find((one) => one.subId === subId)
  if (found === undefined || !texts.some((one) => hasSubId(one, subId))) return null
  const { clicks, visitors, sign_ups } = found
  return { clicks, visitors, sign_ups }
}

function shownMedia(
  { media_id: id, text }: PostMediaRow,
  named: ReadonlyMap<PostMediaRow['media_id'], NamedMedium>,
): PostMedia[] {
  const medium = named.get(id)
  if (medium === undefined) return []
  const { kind, title, file } = medium
  return [{ media_id: id, kind, title, text, file }]
}

function shownTarget(row: PostTargetRow, check: PostCheckRow | undefined): PostTarget {
  const waits = row.state === 'planned' || row.state === 'unclear'
  return {
    ...{ connected_account_id: row.connected_account_id, channel: row.channel },
    ...{ handle: row.handle, state: row.state, text: row.text, publishes: row.publishes },
    ...{ problem: row.problem, problem_text: row.problem_text, url: row.url },
    next_try_at: waits ? (row.next_try_at?.toISOString() ?? null) : null,
    published_at: row.published_at?.toISOString() ?? null,
    check: check === undefined ? null : { at: check.at.toISOString(), outcome: check.outcome },
  }
}
