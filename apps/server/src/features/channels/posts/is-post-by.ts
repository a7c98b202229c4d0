import type { ListedAccount } from '../accounts/list-connected-accounts.ts'
import type { PublicPost } from '../drivers/driver.ts'

/**
 * Whether a post was written by a connected account: the channel names it as the author or, for websites, which name
 * nobody, the post is a page below the one that was proved.
 */
export function isPostBy(
  { channel, externalId }: Pick<ListedAccount, 'channel' | 'externalId'>,
  { authorId, url }: Pick<PublicPost, 'authorId' | 'url'>,
): boolean {
  if (channel !== 'website') return authorId === externalId
  const [proved, post] = [URL.parse(externalId), URL.parse(url)]
  if (proved === null || post === null || proved.origin !== post.origin) return false
  const below = proved.pathname.endsWith('/') ? proved.pathname : `${proved.pathname}/`
  return post.pathname === proved.pathname || post.pathname.startsWith(below)
}
