import path from 'node:path'
import { createKeyedLimiter } from '@gridloom/async/keyed-limiter'
import type { Feature } from '../../platform/feature.ts'
import type { Outside } from '../../platform/outbound/outside.ts'
import { hostResolver } from '../../platform/outbound/resolve-host.ts'
import { createSecretSealer } from '../../platform/secret-sealer.ts'
import { connectedAccountQuota } from './accounts/connected-account-quota.ts'
import { checkAccounts } from './check-accounts.ts'
import { clientMetadataPage } from './client-metadata-page.ts'
import { keepToRevoke, revokeClosed } from './closing/revoke-closed.ts'
import type { ChannelAdapters, ChannelsCtx } from './ctx.ts'
import { allDrivers } from './drivers/all-drivers.ts'
import { readBlueskyClientKey } from './drivers/bluesky/client-key.ts'
import { mastodonApps } from './drivers/mastodon/mastodon-apps.ts'
import { createOutsideRequests } from './drivers/outgoing/outside-requests.ts'
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
  services: async ({ config, db, clock, ids, log, options }) => {
    const { webhookPrivate, dataFolder, publicUrl, channels } = config
    const outside = options.channelAddresses ?? {
      privateAddresses: webhookPrivate,
      resolve: hostResolver(webhookPrivate),
    }
    const sealer = createSecretSealer({ file: path.join(dataFolder, 'channel-secrets.key') })
    const requests = createOutsideRequests({ outside, clock })
    const clientKey = await readBlueskyClientKey(path.join(dataFolder, 'bluesky-client.key'))
    const { directoryUrl: plcUrl, handleResolverUrl } = channels.bluesky
    const channelDrivers = allDrivers({
      ...{ requests, apps: mastodonApps({ db, sealer }), ids, clock, config: channels },
      bluesky: { outside, clock, publicUrl, clientKey, plcUrl, handleResolverUrl },
    })
    for (const { channel, remedy } of channelDrivers.values())
      if (remedy !== undefined) log.warn({ event: 'channels.address_refused', channel }, remedy)
    return {
      adapters: {
        channelDrivers,
        blueskyClientKey: clientKey,
        channelSecrets: sealer,
        channelRefreshes: createKeyedLimiter({ atOnce: 1 }),
        channelPauses: createHostPauses(),
      },
    }
  },
  routes: (routes) => channelRoutes(routes),
  pages: clientMetadataPage,
  scheduled: [
    {
      name: 'check-connected-accounts',
      schedule: { every: 'hour', minute: 19 },
      run: checkAccounts,
    },
  ],
  loops: [{ name: 'revoke-access-of-closed-accounts', everyMs: 10_000, run: revokeClosed }],
  hooks: {
    'account.closing': (ctx, tx, { accountId }) => keepToRevoke(ctx, tx, accountId),
  },
  quotas: [connectedAccountQuota],
  topics: {
    channels: { scope: 'channels:read', show: async () => ({ event: 'channels', data: {} }) },
  },
  personalData: channelsPersonalData,
}
