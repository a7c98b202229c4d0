import type { AccountId } from '@gridloom/contract/core/ids'
import type { ActivePost } from '@gridloom/contract/media/media'
import type { MediaPostRow } from '../schema.ts'

/** Returns a post as an account sees it: who listed it is not shown to others. */
export function postView(post: MediaPostRow, accountId: AccountId): ActivePost {
  return {
    id: post.id,
    platform: post.platform,
    post_link: post.post_link,
    is_own: post.account_id === accountId,
    listed_at: post.listed_at.toISOString(),
  }
}
