import type { ChannelId } from '@gridloom/contract/channels/channel'

/** Hosts whose posts belong to a channel, with all names below them. */
const postHosts: readonly (readonly [string, ChannelId])[] = [
  ['youtube.com', 'youtube'],
  ['youtu.be', 'youtube'],
  ['x.com', 'x'],
  ['twitter.com', 'x'],
  ['tiktok.com', 'tiktok'],
  ['instagram.com', 'instagram'],
  ['reddit.com', 'reddit'],
  ['redd.it', 'reddit'],
  ['twitch.tv', 'twitch'],
  ['linkedin.com', 'linkedin'],
  ['lnkd.in', 'linkedin'],
  ['t.me', 'telegram'],
  ['telegram.me', 'telegram'],
  ['discord.com', 'discord'],
  ['discord.gg', 'discord'],
  ['bsky.app', 'bluesky'],
]

/** Paths of posts at servers with the Mastodon API: `/@ada/1`, `/@ada@other.example/1`, `/users/ada/statuses/1`. */
const mastodonPath = /^\/(?:@[^/]+|users\/[^/]+\/statuses)\/[0-9a-z]+\/?$/i

/** Returns the channel that a post belongs to by its address alone. */
export function channelOfPost(url: URL): ChannelId {
  const host = url.hostname.toLowerCase().replace(/\.$/, '')
  const known = postHosts.find(([one]) => host === one || host.endsWith(`.${one}`))
  if (known !== undefined) return known[1]
  return mastodonPath.test(url.pathname) ? 'mastodon' : 'website'
}
