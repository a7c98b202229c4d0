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

/** The referral codes of an account, and the address of the site that its links begin with. */
export interface OwnLinks {
  readonly codes: readonly string[]
  readonly origin: string
}

/**
 * Counts posts that carry a referral link with one of the codes, say that they are advertising, and are still there as
 * far as they were checked. Each account where a text was posted counts; the same text again at one account does not.
 */
export function countPosts(posts: readonly CountedPost[], { codes, origin }: OwnLinks): number {
  const present = ownPosts(posts, { codes, origin }).filter((post) => !isLost(post))
  return new Set(
    present.map(({ connectedAccountId, text }) => `${connectedAccountId} ${wordsOf(text)}`),
  ).size
}

/** Returns the posts that would count, but were found to be gone or changed. */
export function lostPosts<Post extends CountedPost>(
  posts: readonly Post[],
  links: OwnLinks,
): Post[] {
  return ownPosts(posts, links).filter(isLost)
}

function ownPosts<Post extends CountedPost>(
  posts: readonly Post[],
  { codes, origin }: OwnLinks,
): Post[] {
  const own = new Set(codes)
  return posts.filter(
    ({ text }) => isDisclosed(text) && referralCodesIn(text, origin).some((code) => own.has(code)),
  )
}

function isLost({ gone, check }: CountedPost): boolean {
  return gone || (check !== null && lost.has(check.outcome))
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
