import type { ChannelsCtx } from '../channels/index.ts'

/** The context of this feature: it publishes by channels. */
export type PostsCtx = ChannelsCtx
