import type { AccountId } from '@gridloom/contract/core/ids'
import type { ActivePost } from '@gridloom/contract/media/media'
import type { LinkResults } from '../../affiliate/index.ts'
import type { MediaPostRow } from '../schema.ts'

interface PostViewOptions {
  readonly accountId: AccountId
  /** What came through the links of posts, where it was read. */
  readonly results: readonly LinkResults[]
}

/** Returns a post as an account sees it: who listed it by hand, and its results, are not shown to others. */
export function postView(post: MediaPostRow, { accountId, results }: PostViewOptions): ActivePost {
  const isOwn = post.account_id === accountId
  const found = isOwn ? results.find(isOf(post)) : undefined
  return {
    id: post.id,
    platform: post.platform,
    post_link: post.post_link,
    is_own: isOwn,
    listed_at: post.listed_at.toISOString(),
    handle: post.handle,
    results: found === undefined ? null : { visitors: found.visitors, sign_ups: found.sign_ups },
  }
}

/** Matches the results of a post's links. */
export function isOf({ account_id: accountId, sub_id: subId }: MediaPostRow) {
  return (one: LinkResults) => subId !== '' && one.accountId === accountId && one.subId === subId
}
