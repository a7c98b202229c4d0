import type { Clock } from '@gridloom/async/clock'
import type { ChannelsConfig, OauthChannel } from '../../../../channels-config.ts'
import type { Outside } from '../../../../platform/outbound/outside.ts'
import type { ChannelDriver } from '../driver.ts'
import { createOauthDriver } from './oauth-driver.ts'
import type { OauthPlatform } from './platform.ts'
import { discord } from './platforms/discord.ts'
import { instagram } from './platforms/instagram.ts'
import { linkedin } from './platforms/linkedin.ts'
import { reddit } from './platforms/reddit.ts'
import { tiktok } from './platforms/tiktok.ts'
import { twitch } from './platforms/twitch.ts'
import { x } from './platforms/x.ts'
import { youtube } from './platforms/youtube.ts'
import { createTelegramDriver } from './telegram.ts'

const platforms: Readonly<Record<OauthChannel, OauthPlatform>> = {
  ...{ youtube, x, tiktok, instagram },
  ...{ reddit, twitch, linkedin, discord },
}

/** The drivers of the platforms by OAuth 2, and of Telegram. Those without an app say so as their obstacle. */
export function createOauthDrivers(
  { apps, standInUrl, linkedinApiVersion: apiVersion }: ChannelsConfig,
  access: { readonly outside: Outside; readonly clock: Clock },
): ChannelDriver[] {
  const drivers = Object.values(platforms).map((platform) =>
    createOauthDriver(platform, {
      ...access,
      standInUrl,
      apiVersion,
      client: apps[platform.channel],
    }),
  )
  return [...drivers, createTelegramDriver({ ...access, standInUrl })]
}
