import type { ChannelId } from '@gridloom/contract/channels/channel'

/** The hosts of platforms, without `www.` and `m.`; a host below one of them belongs to it too. */
const hosts: Readonly<Record<string, ChannelId>> = {
  'youtube.com': 'youtube',
  'youtu.be': 'youtube',
  'x.com': 'x',
  'twitter.com': 'x',
  'tiktok.com': 'tiktok',
  'instagram.com': 'instagram',
  'reddit.com': 'reddit',
  'redd.it': 'reddit',
  'twitch.tv': 'twitch',
  'linkedin.com': 'linkedin',
  'lnkd.in': 'linkedin',
  't.me': 'telegram',
  'telegram.me': 'telegram',
  'discord.com': 'discord',
  'discord.gg': 'discord',
  'bsky.app': 'bluesky',
  'mastodon.social': 'mastodon',
  'mastodon.online': 'mastodon',
}

/** Parameters that say how a reader came, not which post it is. */
const tracking = /^(utm_.*|fbclid|gclid|igsh|igshid|si|s|t|ref|ref_src|ref_url|feature)$/

/**
 * Returns a post's address in one spelling, and its platform: by its host, or by the form of Mastodon's addresses
 * (`/@name/digits`), which any server may have. Pure.
 */
export function readPostLink(link: string): { link: string; platform: ChannelId } {
  const url = new URL(link)
  url.hash = ''
  const isVideo = url.hostname.endsWith('youtube.com')
  for (const name of [...url.searchParams.keys()])
    if (tracking.test(name) && !(isVideo && name === 'v')) url.searchParams.delete(name)
  url.hostname = url.hostname.replace(/\.$/, '').replace(/^(?:www|m|mobile)\.(?=[^.]+\.)/, '')
  url.pathname = url.pathname.replace(/(.)\/+$/, '$1')
  return { link: url.href, platform: platformOf(url) }
}

function platformOf({ hostname, pathname }: URL): ChannelId {
  const labels = hostname.split('.')
  for (let from = 0; from < labels.length - 1; from += 1) {
    const known = hosts[labels.slice(from).join('.')]
    if (known !== undefined) return known
  }
  return /^\/@[\w.@-]+\/\d+$/.test(pathname) ? 'mastodon' : 'website'
}
