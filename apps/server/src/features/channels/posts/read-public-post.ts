import type { ChannelId } from '@gridloom/contract/channels/channel'
import type { ChannelsCtx } from '../ctx.ts'
import { callChannel } from '../driver-call.ts'
import { ChannelFailed, type PublicPost } from '../drivers/driver.ts'
import { channelOfPost } from './channel-of-post.ts'

type ReadCtx = Pick<ChannelsCtx, 'channelDrivers' | 'channelPauses' | 'clock' | 'signal'>

/**
 * Reads a public post again, without credentials: at most 2 MB within 20 s, and not at all while its host asks to wait.
 * `channel`: that of the address by default; name it where the author's channel is known, such as for a server of
 * ActivityPub whose addresses say nothing.
 * @throws ChannelFailed `unavailable`, `rate_limited` with `retryAt`, `refused`
 */
export async function readPublicPost(
  ctx: ReadCtx,
  url: URL,
  channel: ChannelId = channelOfPost(url),
): Promise<PublicPost | 'gone'> {
  const driver = ctx.channelDrivers.get(channel)
  if (driver === undefined)
    throw new ChannelFailed('refused', 'Posts of this channel cannot be read.')
  const retryAt = ctx.channelPauses.until(url.host, ctx.clock.now())
  if (retryAt !== undefined)
    throw new ChannelFailed('rate_limited', 'It accepts no more requests now.', { retryAt })
  try {
    return await callChannel(ctx, (signal) => driver.readPost(url, signal))
  } catch (error) {
    if (error instanceof ChannelFailed && error.retryAt !== undefined)
      ctx.channelPauses.pause(url.host, error.retryAt)
    throw error
  }
}
