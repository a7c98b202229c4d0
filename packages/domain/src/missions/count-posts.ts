import type { PostCheck } from '@gridloom/contract/posts/post'
import { isDisclosed, referralCodesIn } from '../posts/disclosure.ts'
import { linksIn } from '../posts/links-in.ts'

/** A post that was published at one connected account. */
export interface CountedPost {
  readonly connectedAccountId: string
  readonly text: string
  readonly gone: boolean
  /** The newest check; null before the first. */
  readonly check: { readonly outcome: PostCheck['outcome'] } | null
}

const lost: ReadonlySet<PostCheck['outcome']> = new Set([
  'changed',
  'link_missing',
  'not_disclosed',
  'gone',
])

/** Whether a check found that a post is not any more what was counted. */
export function isPostLost(outcome: PostCheck['outcome']): boolean {
  return lost.has(outcome)
}

/**
 * Counts posts that carry a referral link with one of the codes, say that they are advertising, and are still there as
 * far as they were checked. Each account where a text was posted counts; the same text again at one account does not.
 */
export function countPosts(
  posts: readonly CountedPost[],
  { codes, origin }: { readonly codes: readonly string[]; readonly origin: string },
): number {
  const own = new Set(codes)
  const counted = posts.filter(
    ({ text, gone, check }) =>
      !gone &&
      (check === null || !isPostLost(check.outcome)) &&
      isDisclosed(text) &&
      referralCodesIn(text, origin).some((code) => own.has(code)),
  )
  return new Set(
    counted.map(({ connectedAccountId, text }) => `${connectedAccountId} ${wordsOf(text)}`),
  ).size
}

/** The letters and digits of a text without its links: other punctuation, case or link parameters make no other post. */
function wordsOf(text: string): string {
  const plain = linksIn(text).reduce((rest, { url }) => rest.replace(url, ' '), text)
  return (
    plain
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(' ')
}
