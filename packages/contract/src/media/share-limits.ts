import type { ChannelId } from '../channels/channel.ts'

/** The longest text of a post on a platform, and how the platform counts it. */
export interface ShareLimit {
  readonly lengthMax: number
  /**
   * `weighted`: most characters outside Latin scripts, and emoji, count twice. `graphemes`: as a reader counts.
   * `utf16`: units of UTF-16.
   */
  readonly counts: 'weighted' | 'graphemes' | 'utf16'
  /** The length that every link has; `null`: its own. */
  readonly linkLength: number | null
}

const utf16 = (lengthMax: number): ShareLimit => ({ lengthMax, counts: 'utf16', linkLength: null })

/**
 * Sources: docs.x.com "Counting characters", docs.bsky.app `app.bsky.feed.post`, docs.joinmastodon.org "Posting toots",
 * and the help pages of the others.
 */
export const shareLimits: Readonly<Record<ChannelId, ShareLimit>> = {
  youtube: utf16(5_000),
  x: { lengthMax: 280, counts: 'weighted', linkLength: 23 },
  tiktok: utf16(2_200),
  instagram: utf16(2_200),
  reddit: utf16(300),
  twitch: utf16(500),
  linkedin: utf16(3_000),
  telegram: utf16(4_096),
  discord: utf16(2_000),
  bluesky: { lengthMax: 300, counts: 'graphemes', linkLength: null },
  mastodon: { lengthMax: 500, counts: 'graphemes', linkLength: 23 },
  website: utf16(10_000),
}
