import { z } from 'zod'

/** The places where accounts publish, by id, with the names that users know. */
export const channelNames = {
  youtube: 'YouTube',
  x: 'X',
  tiktok: 'TikTok',
  instagram: 'Instagram',
  reddit: 'Reddit',
  twitch: 'Twitch',
  linkedin: 'LinkedIn',
  telegram: 'Telegram',
  discord: 'Discord',
  bluesky: 'Bluesky',
  mastodon: 'Mastodon',
  website: 'Website or RSS feed',
} as const

export type ChannelId = keyof typeof channelNames

export const ChannelId = z.enum(Object.keys(channelNames) as [ChannelId, ...ChannelId[]])
