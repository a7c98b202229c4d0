import type { ConnectedAccountId } from '@gridloom/contract/core/ids'
import { saveNotBefore } from '../accounts/accounts-store.ts'
import { markEnded } from '../accounts/end-access.ts'
import { type UsableAccount, usableAccount } from '../accounts/fresh-credentials.ts'
import type { ChannelsCtx } from '../ctx.ts'
import { callChannel, channelCallMs, mediaCallMs } from '../driver-call.ts'
import {
  ChannelFailed,
  type ChannelFailure,
  type NewPost,
  type PublishedPost,
  type Publishing,
} from '../drivers/driver.ts'

/** Access lasts this much longer than the call that it is used for. */
const spareMs = 60_000

/** A post without what the connected account adds. */
export type PostToPublish = Omit<NewPost, 'credentials' | 'signal'>

/**
 * Publishes a post by a connected account. Nothing is tried again here: after `unclear`, look with {@link findPost} first.
 * Access that has ended is recorded, and its owner notified.
 * @throws ChannelFailed; `rate_limited` with `retryAt`
 */
export async function publishPost(
  ctx: ChannelsCtx,
  id: ConnectedAccountId,
  post: PostToPublish,
): Promise<PublishedPost> {
  const ms = post.attachments.length === 0 ? channelCallMs : mediaCallMs
  return withAccount(ctx, id, { late: 'unclear', ms }, (publishing, given) =>
    publishing.publish({ ...post, ...given }),
  )
}

/** Finds the post of an attempt that ended `unclear`. @throws ChannelFailed */
export async function findPost(
  ctx: ChannelsCtx,
  id: ConnectedAccountId,
  post: PostToPublish,
): Promise<PublishedPost | undefined> {
  return withAccount(ctx, id, { late: 'unavailable' }, (publishing, given) =>
    publishing.find({ ...post, ...given }),
  )
}

async function withAccount<T>(
  ctx: ChannelsCtx,
  id: ConnectedAccountId,
  call: { late: ChannelFailure; ms?: number },
  work: (publishing: Publishing, given: Pick<NewPost, 'credentials' | 'signal'>) => Promise<T>,
): Promise<T> {
  const lastsMs = call.ms === undefined ? undefined : call.ms + spareMs
  const account = await usableAccount(ctx, id, lastsMs === undefined ? {} : { lastsMs })
  const publishing = ctx.channelDrivers.get(account.row.channel)?.publishing
  if (publishing === undefined)
    throw new ChannelFailed('refused', 'Posts cannot be published to this channel.')
  const { credentials } = account
  try {
    return await callChannel(ctx, (signal) => work(publishing, { credentials, signal }), call)
  } catch (error) {
    if (error instanceof ChannelFailed) await record(ctx, account, error)
    throw error
  }
}

async function record(
  ctx: ChannelsCtx,
  { row }: UsableAccount,
  { reason, retryAt, message }: ChannelFailed,
): Promise<void> {
  if (reason === 'reconnect') return markEnded(ctx, row, message)
  if (retryAt !== undefined) await ctx.transact((tx) => saveNotBefore(tx, row.id, retryAt))
}
