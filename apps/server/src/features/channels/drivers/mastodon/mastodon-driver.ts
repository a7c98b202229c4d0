import type { Clock } from '@gridloom/async/clock'
import type { Ids } from '../../../../platform/ids.ts'
import type { ChannelDriver } from '../driver.ts'
import type { OutsideRequests } from '../outside-requests.ts'
import type { MastodonAppStore } from './app-of-server.ts'
import { confirmToken, connectMastodon, revokeToken } from './connect-mastodon.ts'
import { publishToMastodon } from './publish-status.ts'
import { readStatus } from './read-status.ts'

/** What the driver is made of. */
export interface MastodonParts {
  readonly requests: OutsideRequests
  readonly apps: MastodonAppStore
  readonly ids: Pick<Ids, 'secret' | 'label'>
  readonly clock: Pick<Clock, 'now' | 'sleep'>
}

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
