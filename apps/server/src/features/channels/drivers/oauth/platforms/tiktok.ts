import { z } from 'zod'
import { readAnswer } from '../../outgoing/read-answer.ts'
import { oembedPosts } from '../oembed.ts'
import type { OauthPlatform } from '../platform.ts'
import { refused } from '../refused.ts'

const User = z.object({
  data: z.object({
    user: z.object({
      open_id: z.string().min(1).max(200),
      display_name: z.string(),
      username: z.string().regex(/^[\w.]{1,50}$/),
    }),
  }),
})

/**
 * TikTok by its Login Kit for the web, which has no PKCE and calls the client ID a key. Nothing is published: what apps
 * without an audit publish stays private. Source: developers.tiktok.com, "Login Kit for Web", "Manage User Access Tokens",
 * "Get User Info" and "Embed Videos".
 */
export const tiktok: OauthPlatform = {
  channel: 'tiktok',
  authorizeUrl: 'https://www.tiktok.com/v2/auth/authorize/',
  tokenUrl: 'https://open.tiktokapis.com/v2/oauth/token/',
  revokeUrl: 'https://open.tiktokapis.com/v2/oauth/revoke/',
  revokes: 'access',
  scopes: ['user.info.basic', 'user.info.profile'],
  scopeSeparator: ',',
  ...{ pkce: 'none', clientIn: 'form', clientIdField: 'client_key' },
  async whoAmI(api) {
    const fields = 'open_id,display_name,username'
    const url = `https://open.tiktokapis.com/v2/user/info/?fields=${fields}`
    const { status, body } = await api.call({ url })
    if (status !== 200) throw refused(api.name, body)
    const { user } = readAnswer(api.name, body, User).data
    return {
      externalId: user.open_id,
      ...{ name: user.display_name, handle: `@${user.username}` },
      profileUrl: `https://www.tiktok.com/@${user.username}`,
    }
  },
  posts: oembedPosts({
    endpoint: 'https://www.tiktok.com/oembed',
    textIn: 'title',
    gone: [400, 404, 410],
    addressOf({ hostname, pathname }) {
      if (!/^(?:www\.|m\.)?tiktok\.com$/.test(hostname)) return undefined
      const found = /^\/(@[\w.]{1,50})\/(video|photo)\/(\d{1,25})\/?$/.exec(pathname)
      return found ? `https://www.tiktok.com/${found[1]}/${found[2]}/${found[3]}` : undefined
    },
  }),
}
