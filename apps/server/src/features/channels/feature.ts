import path from 'node:path'
import { createKeyedLimiter } from '@gridloom/async/keyed-limiter'
import type { Feature } from '../../platform/feature.ts'
import type { Outside } from '../../platform/outbound/outside.ts'
import { hostResolver } from '../../platform/outbound/resolve-host.ts'
import { createSecretSealer } from '../../platform/secret-sealer.ts'
import { connectedAccountQuota } from './accounts/connected-account-quota.ts'
import { checkAccounts } from './check-accounts.ts'
import type { ChannelAdapters, ChannelsCtx } from './ctx.ts'
import { allDrivers } from './drivers/all-drivers.ts'
import { mastodonApps } from './drivers/mastodon/mastodon-apps.ts'
import { createOutsideRequests } from './drivers/outside-requests.ts'
import { channelsPersonalData } from './personal-data-store.ts'
import { createHostPauses } from './posts/host-pauses.ts'
import { channelRoutes } from './routes.ts'

declare module '../../platform/events.ts' {
  interface Topics {
    /** A connected account of a channel; the subject is its id. */
    channels: 'transient'
  }
}

declare module '../../platform/feature.ts' {
  interface ServiceOptions {
    /** Replaces the rules for the addresses of channels; for tests. */
    readonly channelAddresses?: Outside
  }
}

/** Channels: accounts of other platforms that users connect, and the posts that are published to and read from them. */
export const channelsFeature: Feature<ChannelsCtx, ChannelAdapters> = {
  name: 'channels',
  services: ({ config: { webhookPrivate, dataFolder }, db, clock, ids, options }) => {
    const outside = options.channelAddresses ?? {
      privateAddresses: webhookPrivate,
      resolve: hostResolver(webhookPrivate),
    }
    const sealer = createSecretSealer({ file: path.join(dataFolder, 'channel-secrets.key') })
    const requests = createOutsideRequests({ outside, clock })
    return {
      adapters: {
        channelDrivers: allDrivers({ requests, apps: mastodonApps({ db, sealer }), ids, clock }),
        channelSecrets: sealer,
        channelRefreshes: createKeyedLimiter({ atOnce: 1 }),
        channelPauses: createHostPauses(),
      },
    }
  },
  routes: (routes) => channelRoutes(routes),
  scheduled: [
    {
      name: 'check-connected-accounts',
      schedule: { every: 'hour', minute: 19 },
      run: checkAccounts,
    },
  ],
  quotas: [connectedAccountQuota],
  topics: {
    channels: { scope: 'channels:read', show: async () => ({ event: 'channels', data: {} }) },
  },
  personalData: channelsPersonalData,
}
