import type { ChannelId } from '@gridloom/contract/channels/channel'
import type { ChannelDriver } from './driver.ts'
import { mastodonDriver } from './mastodon/mastodon-driver.ts'
import type { MastodonParts } from './mastodon/mastodon-parts.ts'
import { websiteDriver } from './website/website-driver.ts'

/** Returns the drivers of the channels that this server knows how to connect. */
export function allDrivers(parts: MastodonParts): ReadonlyMap<ChannelId, ChannelDriver> {
  const drivers = [mastodonDriver(parts), websiteDriver(parts.requests)]
  return new Map(drivers.map((driver) => [driver.channel, driver]))
}
