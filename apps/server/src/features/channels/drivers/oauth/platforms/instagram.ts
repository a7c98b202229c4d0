import { z } from 'zod'
import { readAnswer } from '../../outgoing/read-answer.ts'
import type { OauthPlatform } from '../platform.ts'
import { refused } from '../refused.ts'

const Me = z.object({
  user_id: z.coerce.string().regex(/^\d{1,30}$/),
  username: z.string().regex(/^[\w.]{1,50}$/),
  name: z.string().optional(),
})

/**
 * Instagram by its business login, for professional accounts. It has no PKCE, no refresh token and no address to revoke
 * access: a token of an hour is exchanged for one of 60 days, which is prolonged. Source: developers.facebook.com, "Business
 * Login for Instagram", "Access Token" and "Refresh Access Token".
 */
export const instagram: OauthPlatform = {
  channel: 'instagram',
  authorizeUrl: 'https://www.instagram.com/oauth/authorize',
  tokenUrl: 'https://api.instagram.com/oauth/access_token',
  scopes: ['instagram_business_basic'],
  scopeSeparator: ',',
  ...{ pkce: 'none', clientIn: 'form', clientIdField: 'client_id' },
  longLived: {
    exchange: (token, { clientSecret }) =>
      graph('access_token', {
        grant_type: 'ig_exchange_token',
        ...{ client_secret: clientSecret ?? '', access_token: token },
      }),
    refresh: (token) =>
      graph('refresh_access_token', { grant_type: 'ig_refresh_token', access_token: token }),
  },
  async whoAmI(api) {
    const { status, body } = await api.call({
      url: graph('me', { fields: 'user_id,username,name' }),
    })
    if (status !== 200) throw refused(api.name, body)
    const me = readAnswer(api.name, body, Me)
    return {
      externalId: me.user_id,
      ...{ name: me.name ?? me.username, handle: `@${me.username}` },
      profileUrl: `https://www.instagram.com/${me.username}/`,
    }
  },
  posts: 'Instagram shows posts only to apps that it has reviewed, so this one can’t be checked.',
}

function graph(path: string, query: Record<string, string>): string {
  return `https://graph.instagram.com/${path}?${new URLSearchParams(query)}`
}
