import { channelNames } from '@gridloom/contract/channels/channel'
import type { PostProblem } from '@gridloom/contract/posts/post'
import { type Attempt, afterAttempt, isMissed } from '@gridloom/domain/posts/attempts'
import { recordEvents } from '../../../platform/business-events/record-events.ts'
import type { Tx } from '../../../platform/ctx.ts'
import { sqlStateOf } from '../../../platform/database/transact.ts'
import {
  ChannelFailed,
  channelCallMs,
  findPost,
  mediaCallMs,
  type PostAttachment,
  type PostToPublish,
  type PublishedPost,
  publishPost,
} from '../../channels/index.ts'
import { publishNotice } from '../../notices/index.ts'
import type { PostsCtx } from '../ctx.ts'
import { postFailed, postPublished } from '../events.ts'
import { attachmentsOf } from '../media/attachments-of.ts'
import type { TargetChanges } from '../posts-store.ts'
import { publishPostChanged } from '../publish-post-changed.ts'
import { type ClaimedTarget, isOfOther, settleTarget } from './due-store.ts'
import { remind } from './remind.ts'

/** Nothing is published at the end of a claim: its call could end after another publisher's has begun. */
const spareMs = 40_000
/** The clocks of channels may be behind ours. */
const clockSkewMs = 5 * 60_000
const uniqueViolation = '23505'

/** How an attempt ended, and whether an earlier one may still have published the post. */
interface Ended {
  readonly attempt: Attempt
  readonly mayBePublished: boolean
  readonly published?: PublishedPost
  readonly text?: string
  /** Where the channel is not the reason. */
  readonly problem?: PostProblem
}

/**
 * Publishes a claimed target once and records what follows.
 *
 * What can be lost is the answer of the channel: by a crash, a broken connection or a timeout. Until an answer was
 * recorded the target counts as maybe published, and each later attempt looks for the post before it publishes it, with
 * the same key. A look that fails publishes nothing.
 */
export async function publishTarget(ctx: PostsCtx, target: ClaimedTarget): Promise<void> {
  if (!target.publishes) return remind(ctx, target)
  const { due_at: at, may_be_published: mayBePublished } = target
  const facts = { now: ctx.clock.now(), at, attempts: target.attempts - 1, mayBePublished }
  if (!mayBePublished && isMissed(facts))
    return fail(ctx, target, 'missed', 'It was not published within six hours of its time.')
  await settle(ctx, target, await attemptOf(ctx, target))
}

async function attemptOf(ctx: PostsCtx, target: ClaimedTarget): Promise<Ended> {
  const { connected_account_id: account, may_be_published: mayBePublished } = target
  if (mayBePublished) {
    const post = toPublish(target, [])
    try {
      const found = await findPost(ctx, account, post)
      if (found !== undefined && !(await isOfOther(ctx.db, target, found.id)))
        return { attempt: { outcome: 'published' }, mayBePublished, published: found }
    } catch (error) {
      const ended = endOf(error)
      // It refuses the look, not the post.
      const outcome = ended.outcome === 'refused' ? 'unavailable' : ended.outcome
      return { attempt: { ...ended, outcome }, mayBePublished, text: messageOf(error) }
    }
  }
  const attachments = await attachmentsOf(ctx, target.post_id)
  if (attachments === 'gone')
    return { attempt: { outcome: 'refused' }, mayBePublished: false, problem: 'media_gone' }
  const callMs = attachments.length === 0 ? channelCallMs : mediaCallMs
  if (ctx.clock.now().getTime() > target.lease_ends_at.getTime() - callMs - spareMs)
    return { attempt: { outcome: 'unavailable' }, mayBePublished }
  const post = toPublish(target, attachments)
  try {
    const published = await publishPost(ctx, account, post)
    return { attempt: { outcome: 'published' }, mayBePublished: false, published }
  } catch (error) {
    return { attempt: endOf(error), mayBePublished: false, text: messageOf(error) }
  }
}

function toPublish(
  { attempt_key: key, text, first_attempt_at: first }: ClaimedTarget,
  attachments: readonly PostAttachment[],
): PostToPublish {
  return { key, text, attachments, since: new Date(first.getTime() - clockSkewMs) }
}

type FailedAttempt = Exclude<Attempt, { outcome: 'published' }>

function endOf(error: unknown): FailedAttempt {
  if (!(error instanceof ChannelFailed)) throw error
  return { outcome: error.reason, retryAt: error.retryAt }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : ''
}

async function settle(ctx: PostsCtx, target: ClaimedTarget, ended: Ended): Promise<void> {
  const { attempt, mayBePublished, published, text } = ended
  if (published !== undefined) return settlePublished(ctx, target, published)
  const facts = { now: ctx.clock.now(), at: target.due_at, attempts: target.attempts }
  const after = afterAttempt(attempt, { ...facts, jitter: ctx.ids.random(), mayBePublished })
  const unclear = mayBePublished || attempt.outcome === 'unclear'
  if (after.problem !== null)
    return fail(ctx, target, ended.problem ?? after.problem, text ?? null, {
      may_be_published: unclear,
    })
  await ctx.transact(async (tx) => {
    const changes = { state: after.state, next_try_at: after.nextTryAt, problem_text: text ?? null }
    const outcome = await settleTarget(tx, target, { ...changes, may_be_published: unclear })
    if (outcome === 'settled') await publishPostChanged(tx, target)
  })
}

async function settlePublished(
  ctx: PostsCtx,
  target: ClaimedTarget,
  published: PublishedPost,
): Promise<void> {
  try {
    await ctx.transact((tx) => recordPublished(ctx, tx, { target, published }))
  } catch (error) {
    if (sqlStateOf(error) !== uniqueViolation) throw error
    // Another target with the same text has just claimed this post: look again for one of our own.
    await settle(ctx, target, { attempt: { outcome: 'unclear' }, mayBePublished: true })
  }
}

const firstCheckMs = 24 * 60 * 60_000

async function recordPublished(
  ctx: PostsCtx,
  tx: Tx,
  { target, published: { id, url } }: { target: ClaimedTarget; published: PublishedPost },
): Promise<void> {
  const now = ctx.clock.now()
  const outcome = await settleTarget(tx, target, {
    ...{ state: 'published', external_id: id, url, published_at: now, next_try_at: null },
    ...{ problem: null, problem_text: null, may_be_published: false },
    next_check_at: new Date(now.getTime() + firstCheckMs),
  })
  if (outcome === 'lost') return
  const { post_id: subject, account_id: accountId, channel } = target
  const payload = { connected_account_id: target.connected_account_id, channel, url }
  await recordEvents(ctx, tx, [postPublished.of({ subject, accountId, payload })])
  await publishPostChanged(tx, target)
}

const reasons: Partial<Record<PostProblem, string>> = {
  media_gone: ': its picture or video is not in the library any more',
}

async function fail(
  ctx: PostsCtx,
  target: ClaimedTarget,
  problem: NonNullable<TargetChanges['problem']>,
  problemText: string | null,
  more: TargetChanges = { may_be_published: false },
): Promise<void> {
  await ctx.transact(async (tx) => {
    const outcome = await settleTarget(tx, target, {
      ...{ state: 'failed', problem, problem_text: problemText, next_try_at: null, ...more },
    })
    if (outcome === 'lost') return
    const { post_id: subject, account_id: accountId, channel } = target
    const payload = { connected_account_id: target.connected_account_id, channel, problem }
    await recordEvents(ctx, tx, [postFailed.of({ subject, accountId, payload })])
    await publishPostChanged(tx, target)
    await publishNotice(ctx, tx, {
      accountId: target.account_id,
      notice: {
        key: `post-failed:${target.post_id}:${target.connected_account_id}:${ctx.clock.now().getTime()}`,
        level: 'error',
        text: `A post was not published to ${target.handle} on ${channelNames[target.channel]}${reasons[problem] ?? ''}. See the calendar.`,
      },
      mail: null,
    })
  })
}
