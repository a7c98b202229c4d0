import type { ChannelId } from '@gridloom/contract/channels/channel'
import type { AccountId, ConnectedAccountId, PostId } from '@gridloom/contract/core/ids'
import type { PostCheck } from '@gridloom/contract/posts/post'
import type { Db } from '../../platform/database/connect.ts'
import { selectPublished } from './posts-store.ts'

/** What is known of a published post. */
export interface PublishedPostFacts {
  readonly postId: PostId
  readonly connectedAccountId: ConnectedAccountId
  readonly channel: ChannelId
  readonly url: string
  /** The text that was published. */
  readonly text: string
  readonly publishedAt: Date
  readonly gone: boolean
  /**
   * The newest check; null before the first, a day after it was published. Posts that their owners published are checked
   * at once, too.
   */
  readonly check: { outcome: PostCheck['outcome']; at: Date; found: string } | null
}

const postsMax = 1_000

/** Returns the posts of an account that were published in a period (`to` exclusive), oldest first, at most 1,000. */
export async function publishedPostsOf(
  db: Db,
  accountId: AccountId,
  period: { readonly from: Date; readonly to: Date },
): Promise<PublishedPostFacts[]> {
  const rows = await selectPublished(db, { accountId, ...period, limit: postsMax })
  return rows.flatMap((row) => {
    const { url, published_at: publishedAt, outcome, checked_at: at, found } = row
    if (url === null || publishedAt === null) return []
    return {
      ...{ postId: row.post_id, connectedAccountId: row.connected_account_id },
      ...{ channel: row.channel, url, text: row.text, publishedAt, gone: row.state === 'gone' },
      check: outcome === null || at === null ? null : { outcome, at, found: found ?? '' },
    }
  })
}
