import { z } from 'zod'
import { readAnswer } from '../../outgoing/read-answer.ts'
import type { OauthPlatform } from '../platform.ts'
import { refused } from '../refused.ts'

const Me = z.object({
  id: z.string().regex(/^\d{1,20}$/),
  username: z.string(),
  global_name: z.string().nullish(),
})

/**
 * Discord. Apps publish with bots that the owner of a server adds, not as the account. Source: docs.discord.com, "OAuth2"
 * and "Get Current User".
 */
export const discord: OauthPlatform = {
  channel: 'discord',
  authorizeUrl: 'https://discord.com/oauth2/authorize',
  tokenUrl: 'https://discord.com/api/oauth2/token',
  revokeUrl: 'https://discord.com/api/oauth2/token/revoke',
  scopes: ['identify'],
  scopeSeparator: ' ',
  ...{ pkce: 'S256', clientIn: 'header', clientIdField: 'client_id' },
  async whoAmI(api) {
    const { status, body } = await api.call({ url: 'https://discord.com/api/v10/users/@me' })
    if (status !== 200) throw refused(api.name, body)
    const me = readAnswer(api.name, body, Me)
    return {
      externalId: me.id,
      ...{ name: me.global_name ?? me.username, handle: me.username },
      profileUrl: `https://discord.com/users/${me.id}`,
    }
  },
  posts: 'Discord shows messages only to members, so this one can’t be checked.',
}
