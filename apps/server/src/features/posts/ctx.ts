import type { ChannelsCtx } from '../channels/index.ts'
import type { MediaCtx } from '../media/index.ts'

/** The context of this feature: it publishes by channels, with files of the media library. */
export interface PostsCtx extends ChannelsCtx, MediaCtx {}
