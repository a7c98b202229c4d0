import type { Clock } from '@gridloom/async/clock'
import { channelNames } from '@gridloom/contract/channels/channel'
import type { Outside } from '../../../../platform/outbound/outside.ts'
import type { ChannelDriver } from '../driver.ts'
import { ChannelFailed } from '../driver.ts'
import type { BlueskyAccess } from './access.ts'
import { clientOf, isLoopback } from './client.ts'
import { beginConsent, finishConsent } from './connect.ts'
import { readTextRecords } from './identity.ts'
import { blueskyLimits } from './limits.ts'
import { findPost, publishPost } from './publish-post.ts'
import { readPost } from './read-post.ts'
import { readSession, refreshSession, revokeSession } from './session.ts'
import type { SigningKey } from './signed-token.ts'

export interface BlueskyOptions {
  readonly outside: Outside
  readonly clock: Clock
  /** The public address of the site, without a path: other servers read its description there. */
  readonly publicUrl: string
  /** Signs as this site; see `clientMetadata`. Without it a connection lasts two weeks. */
  readonly clientKey: SigningKey | null
  /** The directory of `did:plc`; that of the network by default. */
  readonly plcUrl?: string
  /** Where the documents of a host are, such as of a handle; by https unless a test says otherwise. */
  readonly webOrigin?: (host: string) => string
  /** See `BlueskyAccess`. */
  readonly handleResolverUrl?: string | null
  readonly readTexts?: BlueskyAccess['readTexts']
}

/** Bluesky and every other server of the AT Protocol, by OAuth; nothing has to be registered. */
export function createBlueskyDriver(options: BlueskyOptions): ChannelDriver {
  const access: BlueskyAccess = {
    ...{ outside: options.outside, clock: options.clock, name: channelNames.bluesky },
    plcUrl: options.plcUrl ?? 'https://plc.directory',
    webOrigin: options.webOrigin ?? ((host) => `https://${host}`),
    handleResolverUrl: options.handleResolverUrl ?? null,
    readTexts: options.readTexts ?? readTextRecords,
  }
  const clientFor = (redirectUrl: URL) =>
    clientOf({ publicUrl: options.publicUrl, redirectUrl, key: options.clientKey })
  const connected = (credentials: Parameters<typeof readSession>[0], signal: AbortSignal) => {
    const session = readSession(credentials)
    const key = session.clientId.startsWith('https:') ? options.clientKey : null
    return { session, client: { id: session.clientId, key }, signal }
  }
  const obstacle = obstacleAt(options.publicUrl)
  return {
    channel: 'bluesky',
    ...(obstacle !== undefined && { obstacle, remedy }),
    connecting: {
      kind: 'redirect',
      asks: 'handle',
      async begin(request) {
        if (obstacle !== undefined) throw new ChannelFailed('refused', obstacle)
        return beginConsent(access, clientFor(request.redirectUrl), request)
      },
      finish: (request) => finishConsent(access, clientFor(request.redirectUrl), request),
    },
    refresh: async (credentials, signal) => refreshSession(access, connected(credentials, signal)),
    revoke: async (credentials, signal) => revokeSession(access, connected(credentials, signal)),
    publishing: {
      limits: blueskyLimits,
      publish: (post) => publishPost(access, post),
      find: (post) => findPost(access, post),
    },
    readPost: (url, signal) => readPost(access, url, signal),
  }
}

/** Servers accept a site by https, or one at 127.0.0.1; `localhost` is no address for a redirect (RFC 8252, 8.3). */
function obstacleAt(publicUrl: string): string | undefined {
  const url = new URL(publicUrl)
  if (url.protocol === 'https:' || isLoopback(url)) return undefined
  return 'Bluesky connects no accounts to this site at its present address. Its operator can change that.'
}

const remedy =
  'Bluesky accepts an https address, or 127.0.0.1 on one computer and never localhost: set GRIDLOOM_URL to one of these'
