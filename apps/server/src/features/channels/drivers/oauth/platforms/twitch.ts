import { z } from 'zod'
import { readAnswer } from '../../outgoing/read-answer.ts'
import type { OauthPlatform } from '../platform.ts'
import { refused } from '../refused.ts'

const Users = z.object({
  data: z
    .array(
      z.object({
        id: z.string().regex(/^\d{1,20}$/),
        login: z.string().regex(/^\w{1,30}$/),
        display_name: z.string(),
      }),
    )
    .length(1),
})

/**
 * Twitch. It needs no scope to say who the account is, has no PKCE, and no posts that an app could publish. Source:
 * dev.twitch.tv, "Getting OAuth Access Tokens", "Refreshing Access Tokens", "Revoking Access Tokens" and "Get Users".
 */
export const twitch: OauthPlatform = {
  channel: 'twitch',
  authorizeUrl: 'https://id.twitch.tv/oauth2/authorize',
  // The field is required, and empty.
  authorizeFields: { scope: '' },
  tokenUrl: 'https://id.twitch.tv/oauth2/token',
  revokeUrl: 'https://id.twitch.tv/oauth2/revoke',
  revokes: 'access',
  scopes: [],
  scopeSeparator: ' ',
  ...{ pkce: 'none', clientIn: 'form', clientIdField: 'client_id' },
  async whoAmI(api) {
    const headers = { 'client-id': api.clientId }
    const { status, body } = await api.call({ url: 'https://api.twitch.tv/helix/users', headers })
    if (status !== 200) throw refused(api.name, body)
    const [user] = readAnswer(api.name, body, Users).data
    if (user === undefined) throw refused(api.name, body)
    return {
      externalId: user.id,
      ...{ name: user.display_name, handle: user.login },
      profileUrl: `https://www.twitch.tv/${user.login}`,
    }
  },
  posts: 'Twitch shows videos and clips only to apps, so this one can’t be checked.',
}
