import type { Account } from './schemas.ts'

/**
 * Returns the ActivityPub id of a local account. A server speaks for its own accounts alone: an id at another host is
 * replaced by the one that the account would have here.
 */
export function actorOf(origin: URL, { uri, username }: Pick<Account, 'uri' | 'username'>): string {
  const named = URL.parse(uri ?? '')
  if (named?.origin === origin.origin) return named.href
  return new URL(`/users/${encodeURIComponent(username)}`, origin).href
}
