import type { ConnectedAccountId } from '@gridloom/contract/core/ids'
import { saveNotBefore } from '../accounts/accounts-store.ts'
import { markEnded } from '../accounts/end-access.ts'
import { type UsableAccount, usableAccount } from '../accounts/fresh-credentials.ts'
import type { ChannelsCtx } from '../ctx.ts'
import { callChannel } from '../driver-call.ts'
import {
  ChannelFailed,
  type ChannelFailure,
  type NewPost,
  type PublishedPost,
  type Publishing,
} from '../drivers/driver.ts'

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
  return withAccount(ctx, id, { late: 'unclear' }, (publishing, given) =>
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
  { late }: { late: ChannelFailure },
  work: (publishing: Publishing, given: Pick<NewPost, 'credentials' | 'signal'>) => Promise<T>,
): Promise<T> {
  const account = await usableAccount(ctx, id)
  const publishing = ctx.channelDrivers.get(account.row.channel)?.publishing
  if (publishing === undefined)
    throw new ChannelFailed('refused', 'Posts cannot be published to this channel.')
  const { credentials } = account
  try {
    return await callChannel(ctx, (signal) => work(publishing, { credentials, signal }), late)
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
