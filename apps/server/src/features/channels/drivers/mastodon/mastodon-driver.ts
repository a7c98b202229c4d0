import type { ChannelDriver } from '../driver.ts'
import { confirmToken, connectMastodon, revokeToken } from './connect-mastodon.ts'
import type { MastodonParts } from './mastodon-parts.ts'
import { publishToMastodon } from './publish-status.ts'
import { readStatus } from './read-status.ts'

/** Any server with the Mastodon API; posts are also read from those that only speak ActivityPub. */
export function mastodonDriver(parts: MastodonParts): ChannelDriver {
  return {
    channel: 'mastodon',
    connecting: connectMastodon(parts),
    refresh: (credentials, signal) => confirmToken(parts, credentials, signal),
    revoke: (credentials, signal) => revokeToken(parts, credentials, signal),
    publishing: publishToMastodon(parts),
    readPost: (url, signal) => readStatus(parts, url, signal),
  }
}
