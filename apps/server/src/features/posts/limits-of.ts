import type { PostLimits } from '@gridloom/contract/posts/post'
import type { ListedAccount } from '../channels/index.ts'
import type { PostsCtx } from './ctx.ts'

/** Returns what an account takes from us: what its server says, else its channel; null where its owner publishes. */
export function limitsOf(
  { channelDrivers }: Pick<PostsCtx, 'channelDrivers'>,
  { channel, limits }: Pick<ListedAccount, 'channel' | 'limits'>,
): PostLimits | null {
  const publishing = channelDrivers.get(channel)?.publishing
  return publishing === undefined ? null : (limits ?? publishing.limits)
}
