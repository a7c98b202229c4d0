import type { ChannelId } from '@gridloom/contract/channels/channel'
import type { ChannelsConfig } from '../../../channels-config.ts'
import { type BlueskyOptions, createBlueskyDriver } from './bluesky/bluesky-driver.ts'
import type { ChannelDriver } from './driver.ts'
import { mastodonDriver } from './mastodon/mastodon-driver.ts'
import type { MastodonParts } from './mastodon/mastodon-parts.ts'
import { createOauthDrivers } from './oauth/create-oauth-drivers.ts'
import { websiteDriver } from './website/website-driver.ts'

/** What drivers are made of. */
export interface DriverParts extends MastodonParts {
  readonly bluesky: BlueskyOptions
  /** What the operator has configured. */
  readonly config: ChannelsConfig
}

/** Returns the drivers of the channels that this server knows how to connect. */
export function allDrivers(parts: DriverParts): ReadonlyMap<ChannelId, ChannelDriver> {
  const drivers = [
    mastodonDriver(parts),
    websiteDriver(parts.requests),
    createBlueskyDriver(parts.bluesky),
    ...createOauthDrivers(parts.config, parts.bluesky),
  ]
  return new Map(drivers.map((driver) => [driver.channel, driver]))
}
