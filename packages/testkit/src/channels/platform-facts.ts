/** The account that signs in at the platforms. */
export interface PlatformPerson {
  id: string
  name: string
  handle: string
}

/** How the stand-in of a platform behaves, as the platform documents it. Addresses are without `https://`. */
export interface PlatformFacts {
  authorize: string
  token: string
  revoke?: string
  me: string
  scope: string
  idField: 'client_id' | 'client_key'
  /** Where it expects the secret. */
  clientIn: 'header' | 'form'
  /** Where it expects the ID of an app without a secret; not at all where it has no such apps. */
  publicIn?: 'header' | 'form'
  pkce: boolean
  /** Whether a refresh token is used up by its use; `none`: there are none. */
  refresh: 'rotates' | 'stays' | 'none'
  /** The status and body for a grant that is not accepted. */
  badGrant: [number, object]
  /** The `error` of a consent that was denied. */
  denied: string
  meBody(person: PlatformPerson): object
  /** The scope in an answer with tokens. */
  scopeAnswer?: unknown
}

const invalidGrant = { error: 'invalid_grant', error_description: 'Invalid grant' }
const usual = { idField: 'client_id', denied: 'access_denied' } as const

export const platformFacts = {
  youtube: {
    ...usual,
    authorize: 'accounts.google.com/o/oauth2/v2/auth',
    token: 'oauth2.googleapis.com/token',
    revoke: 'oauth2.googleapis.com/revoke',
    me: 'www.googleapis.com/youtube/v3/channels',
    scope: 'https://www.googleapis.com/auth/youtube.readonly',
    ...{ clientIn: 'form', pkce: true, refresh: 'stays', badGrant: [400, invalidGrant] },
    meBody: ({ id, name, handle }) => ({
      kind: 'youtube#channelListResponse',
      items: [{ id, snippet: { title: name, customUrl: handle } }],
    }),
  },
  x: {
    ...usual,
    authorize: 'x.com/i/oauth2/authorize',
    token: 'api.x.com/2/oauth2/token',
    revoke: 'api.x.com/2/oauth2/revoke',
    me: 'api.x.com/2/users/me',
    publicIn: 'form',
    scope: 'tweet.read tweet.write users.read offline.access',
    ...{ clientIn: 'header', pkce: true, refresh: 'rotates' },
    badGrant: [
      400,
      {
        error: 'invalid_request',
        error_description: 'Value passed for the token was invalid.',
      },
    ],
    meBody: ({ id, name, handle }) => ({ data: { id, name, username: handle } }),
  },
  tiktok: {
    ...usual,
    authorize: 'www.tiktok.com/v2/auth/authorize/',
    token: 'open.tiktokapis.com/v2/oauth/token/',
    revoke: 'open.tiktokapis.com/v2/oauth/revoke/',
    me: 'open.tiktokapis.com/v2/user/info/',
    scope: 'user.info.basic,user.info.profile',
    idField: 'client_key',
    ...{ clientIn: 'form', pkce: false, refresh: 'rotates' },
    badGrant: [200, { ...invalidGrant, log_id: '2026112800' }],
    meBody: ({ id, name, handle }) => ({
      data: { user: { open_id: id, display_name: name, username: handle } },
      error: { code: 'ok', message: '', log_id: '2026112800' },
    }),
  },
  instagram: {
    ...usual,
    authorize: 'www.instagram.com/oauth/authorize',
    token: 'api.instagram.com/oauth/access_token',
    me: 'graph.instagram.com/me',
    scope: 'instagram_business_basic',
    ...{ clientIn: 'form', pkce: false, refresh: 'none' },
    badGrant: [
      400,
      { error: { message: 'Error validating access token', type: 'OAuthException', code: 190 } },
    ],
    meBody: ({ id, name, handle }) => ({ user_id: id, name, username: handle }),
  },
  reddit: {
    ...usual,
    authorize: 'www.reddit.com/api/v1/authorize',
    token: 'www.reddit.com/api/v1/access_token',
    revoke: 'www.reddit.com/api/v1/revoke_token',
    me: 'oauth.reddit.com/api/v1/me',
    publicIn: 'header',
    scope: 'identity submit history',
    ...{ clientIn: 'header', pkce: false, refresh: 'stays' },
    badGrant: [400, { message: 'Bad Request', error: 400 }],
    meBody: ({ id, handle }) => ({ id, name: handle, verified: true }),
  },
  twitch: {
    ...usual,
    authorize: 'id.twitch.tv/oauth2/authorize',
    token: 'id.twitch.tv/oauth2/token',
    revoke: 'id.twitch.tv/oauth2/revoke',
    me: 'api.twitch.tv/helix/users',
    scope: '',
    ...{ clientIn: 'form', pkce: false, refresh: 'stays', scopeAnswer: [] },
    badGrant: [400, { status: 400, message: 'Invalid refresh token' }],
    meBody: ({ id, name, handle }) => ({ data: [{ id, login: handle, display_name: name }] }),
  },
  linkedin: {
    ...usual,
    authorize: 'www.linkedin.com/oauth/v2/authorization',
    token: 'www.linkedin.com/oauth/v2/accessToken',
    me: 'api.linkedin.com/v2/userinfo',
    scope: 'openid profile w_member_social',
    ...{ clientIn: 'form', pkce: false, refresh: 'none', denied: 'user_cancelled_login' },
    badGrant: [400, { error: 'invalid_request', error_description: 'Unable to retrieve' }],
    meBody: ({ id, name }) => ({ sub: id, name }),
  },
  discord: {
    ...usual,
    authorize: 'discord.com/oauth2/authorize',
    token: 'discord.com/api/oauth2/token',
    revoke: 'discord.com/api/oauth2/token/revoke',
    me: 'discord.com/api/v10/users/@me',
    publicIn: 'form',
    scope: 'identify',
    ...{ clientIn: 'header', pkce: true, refresh: 'stays', badGrant: [400, invalidGrant] },
    meBody: ({ id, name, handle }) => ({ id, username: handle, global_name: name }),
  },
} as const satisfies Record<string, PlatformFacts>

export type StandInPlatform = keyof typeof platformFacts
