import { z } from 'zod'
import { ChannelFailed } from '../../driver.ts'
import { readAnswer } from '../../outgoing/read-answer.ts'
import { oembedPosts } from '../oembed.ts'
import type { OauthPlatform } from '../platform.ts'
import { refused } from '../refused.ts'

const Channels = z.object({
  items: z
    .array(
      z.object({
        id: z.string().min(1).max(100),
        snippet: z.object({ title: z.string(), customUrl: z.string().optional() }),
      }),
    )
    .default([]),
})

/**
 * YouTube by Google's OAuth. Nothing is published: what apps without an audit by Google upload stays private. Source:
 * developers.google.com, "Using OAuth 2.0 for Web Server Applications", "Channels: list" and "Videos: insert".
 */
export const youtube: OauthPlatform = {
  channel: 'youtube',
  authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
  // Google issues a refresh token only when asked, and only together with a consent.
  authorizeFields: { access_type: 'offline', prompt: 'consent' },
  tokenUrl: 'https://oauth2.googleapis.com/token',
  revokeUrl: 'https://oauth2.googleapis.com/revoke',
  scopes: ['https://www.googleapis.com/auth/youtube.readonly'],
  scopeSeparator: ' ',
  ...{ pkce: 'S256', clientIn: 'form', clientIdField: 'client_id' },
  async whoAmI(api) {
    const url = 'https://www.googleapis.com/youtube/v3/channels?part=snippet&mine=true'
    const { status, body } = await api.call({ url })
    if (status !== 200) throw refused(api.name, body)
    const [channel] = readAnswer(api.name, body, Channels).items
    if (channel === undefined)
      throw new ChannelFailed('refused', 'This Google account has no YouTube channel.')
    return {
      externalId: channel.id,
      name: channel.snippet.title,
      handle: channel.snippet.customUrl ?? channel.snippet.title,
      profileUrl: `https://www.youtube.com/channel/${encodeURIComponent(channel.id)}`,
    }
  },
  posts: oembedPosts({
    endpoint: 'https://www.youtube.com/oembed',
    textIn: 'title',
    gone: [400, 404, 410],
    hidden: { status: 401, text: 'The video is private, or may not be shown on other sites.' },
    addressOf(url) {
      const id = videoIn(url)
      return id && /^[\w-]{6,20}$/.test(id) ? `https://www.youtube.com/watch?v=${id}` : undefined
    },
  }),
}

function videoIn({ hostname, pathname, searchParams }: URL): string | undefined {
  if (hostname === 'youtu.be') return pathname.slice(1)
  if (!/^(?:www\.|m\.)?youtube\.com$/.test(hostname)) return undefined
  if (pathname === '/watch') return searchParams.get('v') ?? undefined
  return /^\/(?:shorts|live)\/([^/]+)\/?$/.exec(pathname)?.[1]
}
