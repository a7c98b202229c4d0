import type { ChannelId } from '@gridloom/contract/channels/channel'
import type { PostLimits } from '@gridloom/contract/posts/post'
import type { PostsCtx } from './ctx.ts'

/** Returns the limits of a channel that we publish to; null where its owner publishes. */
export function limitsOf(
  { channelDrivers }: Pick<PostsCtx, 'channelDrivers'>,
  channel: ChannelId,
): PostLimits | null {
  const limits = channelDrivers.get(channel)?.publishing?.limits
  if (limits === undefined) return null
  const { textMax, countedAs } = limits
  if (typeof countedAs === 'string') return { text_max: textMax, unit: countedAs, links_as: null }
  return { text_max: textMax, unit: 'graphemes', links_as: countedAs.linksAs }
}
