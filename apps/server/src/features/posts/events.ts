import { ChannelId } from '@gridloom/contract/channels/channel'
import { ConnectedAccountId } from '@gridloom/contract/core/ids'
import { PostProblem } from '@gridloom/contract/posts/post'
import { z } from 'zod'
import { eventKind } from '../../platform/business-events/business-event.ts'

const post = z.object({
  connected_account_id: ConnectedAccountId,
  channel: ChannelId,
  url: z.string(),
})

/** A post was published at one connected account. The subject is the post, the account its owner. */
export const postPublished = eventKind('post.published', post)

/** A published post is not any more what was published: its text, its referral link or its disclosure is missing. */
export const postChanged = eventKind(
  'post.changed',
  post.extend({ outcome: z.enum(['changed', 'link_missing', 'not_disclosed']) }),
)

/** A published post was deleted or made private: two checks, an hour apart, found it gone. */
export const postGone = eventKind('post.gone', post)

/** A post was not published at one connected account, and is not tried again by itself. */
export const postFailed = eventKind(
  'post.failed',
  post.omit({ url: true }).extend({ problem: PostProblem }),
)
