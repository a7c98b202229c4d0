export { type ListedAccount, listConnectedAccounts } from './accounts/list-connected-accounts.ts'
export type { ChannelsCtx } from './ctx.ts'
export { channelCallMs, mediaCallMs } from './driver-call.ts'
export {
  ChannelFailed,
  type PostAttachment,
  type PublicPost,
  type PublishedPost,
} from './drivers/driver.ts'
export { channelsFeature } from './feature.ts'
export { isPostBy } from './posts/is-post-by.ts'
export { findPost, type PostToPublish, publishPost } from './posts/publish-post.ts'
export { readPublicPost } from './posts/read-public-post.ts'
