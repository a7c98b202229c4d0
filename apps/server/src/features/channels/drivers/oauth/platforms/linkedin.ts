import { z } from 'zod'
import { ChannelFailed, type NewPost, type PublishedPost } from '../../driver.ts'
import { readAnswer } from '../../outgoing/read-answer.ts'
import type { AccountOfPost, OauthPlatform, PlatformApi } from '../platform.ts'
import { refused } from '../refused.ts'

const Me = z.object({ sub: z.string().regex(/^[\w-]{1,50}$/), name: z.string() })

/**
 * LinkedIn, for members. Access lasts 60 days, and only chosen apps get refresh tokens; it has no PKCE for web sites and no
 * documented address to revoke access. Source: learn.microsoft.com, "Authorization Code Flow (3-legged OAuth)", "Sign In
 * with LinkedIn using OpenID Connect" and "Posts API".
 */
export const linkedin: OauthPlatform = {
  channel: 'linkedin',
  authorizeUrl: 'https://www.linkedin.com/oauth/v2/authorization',
  tokenUrl: 'https://www.linkedin.com/oauth/v2/accessToken',
  scopes: ['openid', 'profile', 'w_member_social'],
  scopeSeparator: ' ',
  ...{ pkce: 'none', clientIn: 'form', clientIdField: 'client_id' },
  async whoAmI(api) {
    const { status, body } = await api.call({ url: 'https://api.linkedin.com/v2/userinfo' })
    if (status !== 200) throw refused(api.name, body)
    const me = readAnswer(api.name, body, Me)
    return {
      // The address of a profile is not told to apps.
      ...{ externalId: me.sub, name: me.name, handle: me.name },
      profileUrl: 'https://www.linkedin.com/in/me/',
    }
  },
  publishing: {
    limits: {
      ...{ text_max: 3_000, unit: 'characters', links_as: null },
      ...{ pictures: null, video: null },
    },
    publish: publishAsMember,
    async find() {
      throw new ChannelFailed(
        'unclear',
        'LinkedIn shows apps no list of posts. Look at your profile whether it was published.',
      )
    },
  },
  posts: 'LinkedIn shows posts only to apps that it has reviewed, so this one can’t be checked.',
}

async function publishAsMember(
  api: PlatformApi,
  { externalId }: AccountOfPost,
  { text }: NewPost,
): Promise<PublishedPost> {
  const { status, headers, body } = await api.call({
    url: 'https://api.linkedin.com/rest/posts',
    headers: { 'linkedin-version': api.version, 'x-restli-protocol-version': '2.0.0' },
    body: {
      json: {
        author: `urn:li:person:${externalId}`,
        commentary: escaped(text),
        visibility: 'PUBLIC',
        distribution: {
          feedDistribution: 'MAIN_FEED',
          ...{ targetEntities: [], thirdPartyDistributionChannels: [] },
        },
        ...{ lifecycleState: 'PUBLISHED', isReshareDisabledByAuthor: false },
      },
    },
    effect: 'write',
  })
  // Source: learn.microsoft.com, "LinkedIn API versioning": a version that is not served any more, or not yet.
  if (status === 426)
    throw new ChannelFailed(
      'unavailable',
      'LinkedIn no longer accepts the way this site calls it. Its operator has to change that.',
    )
  if (status !== 201) throw refused(api.name, body)
  const id = headers['x-restli-id']
  if (typeof id === 'string' && /^urn:li:(?:share|ugcPost):\d{1,25}$/.test(id))
    return { id, url: `https://www.linkedin.com/feed/update/${id}/` }
  throw new ChannelFailed('unclear', 'LinkedIn did not say what it published.')
}

/** The characters of its own markup in `commentary`. Source: learn.microsoft.com, "Little Text Format". */
function escaped(text: string): string {
  return text.replace(/[\\|{}@[\]()<>#*_~]/g, (character) => `\\${character}`)
}
