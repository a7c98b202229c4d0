import type { PostId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { Post, PostedLink } from '@gridloom/contract/posts/post'
import { outcomeOf } from '@gridloom/domain/posts/public-check'
import { recordEvents } from '../../platform/business-events/record-events.ts'
import { userOf } from '../../platform/ctx.ts'
import { sqlStateOf } from '../../platform/database/transact.ts'
import {
  ChannelFailed,
  isPostBy,
  listConnectedAccounts,
  type PublicPost,
  readPublicPost,
} from '../channels/index.ts'
import { checkRow } from './checks/check-row.ts'
import { insertCheck } from './checks/checks-store.ts'
import type { PostsCtx } from './ctx.ts'
import { postPublished } from './events.ts'
import { lockTargets, updateTarget } from './posts-store.ts'
import { publishPostChanged } from './publish-post-changed.ts'
import { ownedPost, readPost } from './show-post.ts'

const uniqueViolation = '23505'
const firstCheckMs = 24 * 60 * 60_000

/**
 * Records the public address of a post that its owner published. It is read first, must be by the account that it was
 * planned for, and what is there is recorded as its first check.
 * @throws Refused `not_found`, `post_not_reminded`, `post_not_public`, `post_of_other` also where it is that of another post
 */
export async function markPosted(
  ctx: PostsCtx,
  id: PostId,
  { connected_account_id: accountOfChannel, url }: PostedLink,
): Promise<Post> {
  const post = await ownedPost(ctx, ctx.db, id)
  const accounts = await listConnectedAccounts(ctx.db, userOf(ctx))
  const account = accounts.find((one) => one.id === accountOfChannel)
  if (account === undefined)
    throw new Refused('not_found', { details: { what: 'connected account' } })
  const { channel, handle } = account
  const found = await publicPost(ctx, new URL(url), channel)
  const ofOther = new Refused('post_of_other', {
    ...{ details: { handle }, fields: { url: `It is not by ${handle}` } },
  })
  if (!isPostBy(account, found)) throw ofOther
  const now = ctx.clock.now()
  try {
    await ctx.transact(async (tx) => {
      const target = (await lockTargets(tx, id)).find(
        (row) => row.connected_account_id === account.id,
      )
      if (target?.state !== 'reminded') throw new Refused('post_not_reminded')
      await updateTarget(tx, target, {
        ...{ state: 'published', url: found.url, external_id: found.url },
        ...{ published_at: now, next_check_at: new Date(now.getTime() + firstCheckMs) },
      })
      const { text, origin } = { text: target.text ?? post.text, origin: ctx.publicUrl }
      const outcome = outcomeOf(found, { text, origin, ours: false })
      await insertCheck(tx, checkRow(target, { at: now, outcome, found }))
      const payload = { connected_account_id: account.id, channel, url: found.url }
      const { account_id: accountId } = post
      await recordEvents(ctx, tx, [postPublished.of({ subject: id, accountId, payload })])
      await publishPostChanged(tx, target)
    })
  } catch (error) {
    throw sqlStateOf(error) === uniqueViolation ? ofOther : error
  }
  return readPost(ctx, id)
}

async function publicPost(
  ctx: PostsCtx,
  url: URL,
  channel: Parameters<typeof readPublicPost>[2],
): Promise<PublicPost> {
  try {
    const found = await readPublicPost(ctx, url, channel)
    if (found !== 'gone') return found
  } catch (error) {
    if (!(error instanceof ChannelFailed)) throw error
    throw notPublic(error.message, error)
  }
  throw notPublic('It is deleted, or not public.')
}

function notPublic(problem: string, cause?: unknown): Refused {
  return new Refused('post_not_public', {
    ...{ details: { problem }, fields: { url: problem } },
    cause,
  })
}
