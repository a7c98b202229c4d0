import { plainText } from '@gridloom/contract/core/plain-text'
import { type PostCheck, postTextMax } from '@gridloom/contract/posts/post'
import type { Found } from '@gridloom/domain/posts/public-check'
import type { PostCheckRow, PostTargetRow } from '../schema.ts'

const linksMax = 50
const linkCharsMax = 500

/** What was found, and what follows from it. */
interface LookedAt {
  readonly at: Date
  readonly outcome: PostCheck['outcome']
  readonly found: Found
}

/** The evidence of a check, bounded. */
export function checkRow(
  { post_id, connected_account_id }: Pick<PostTargetRow, 'post_id' | 'connected_account_id'>,
  { at, outcome, found }: LookedAt,
): PostCheckRow {
  const read = typeof found === 'string' ? { text: '', links: [] } : found
  return {
    ...{ post_id, connected_account_id, at, outcome },
    text: plainText(read.text, postTextMax),
    links: read.links.slice(0, linksMax).map((link) => plainText(link, linkCharsMax)),
  }
}
