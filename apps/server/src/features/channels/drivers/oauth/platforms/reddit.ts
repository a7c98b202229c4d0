import { z } from 'zod'
import { ChannelFailed, type NewPost, type PublishedPost } from '../../driver.ts'
import { jsonOf, readAnswer } from '../../outgoing/read-answer.ts'
import { retryAtOf } from '../../outgoing/retry-at.ts'
import { oembedPosts } from '../oembed.ts'
import type { AccountOfPost, OauthPlatform, PlatformApi } from '../platform.ts'
import { refused } from '../refused.ts'

const Me = z.object({ id: z.string().regex(/^\w{1,20}$/), name: z.string().regex(/^[\w-]{1,30}$/) })
const Submitted = z.object({
  json: z.object({
    errors: z.array(z.array(z.unknown()).min(1)).default([]),
    ratelimit: z.number().optional(),
    data: z.object({ name: z.string().regex(/^t3_\w{1,20}$/), url: z.url() }).optional(),
  }),
})
const Listing = z.object({
  data: z.object({
    children: z
      .array(
        z.object({
          data: z.object({
            name: z.string(),
            ...{ title: z.string(), selftext: z.string(), permalink: z.string() },
            created_utc: z.number(),
          }),
        }),
      )
      .max(100),
  }),
})

const titleMax = 300

/**
 * Reddit. Posts go to the account's own profile, whose rules are its own; other communities have rules that no program
 * knows. It has no PKCE. Source: github.com/reddit-archive/reddit/wiki/OAuth2 and reddit.com/dev/api.
 */
export const reddit: OauthPlatform = {
  channel: 'reddit',
  authorizeUrl: 'https://www.reddit.com/api/v1/authorize',
  authorizeFields: { duration: 'permanent' },
  tokenUrl: 'https://www.reddit.com/api/v1/access_token',
  revokeUrl: 'https://www.reddit.com/api/v1/revoke_token',
  // `history` finds the post of an attempt that had no answer.
  scopes: ['identity', 'submit', 'history'],
  scopeSeparator: ' ',
  publicClientIn: 'header',
  ...{ pkce: 'none', clientIn: 'header', clientIdField: 'client_id' },
  async whoAmI(api) {
    const { status, body } = await api.call({
      url: 'https://oauth.reddit.com/api/v1/me?raw_json=1',
    })
    if (status !== 200) throw refused(api.name, body)
    const me = readAnswer(api.name, body, Me)
    return {
      externalId: `t2_${me.id}`,
      ...{ name: me.name, handle: `u/${me.name}` },
      profileUrl: `https://www.reddit.com/user/${me.name}`,
    }
  },
  publishing: {
    limits: {
      ...{ text_max: 40_000, unit: 'characters', links_as: null },
      ...{ pictures: null, video: null },
    },
    publish: publishOnProfile,
    find: findOnProfile,
  },
  posts: oembedPosts({
    endpoint: 'https://www.reddit.com/oembed',
    textIn: 'title',
    hidden: { status: 403, text: 'The post is in a private community.' },
    addressOf({ hostname, pathname }) {
      if (!/^(?:www\.|old\.|new\.)?reddit\.com$/.test(hostname)) return undefined
      const found = /^\/(r|user)\/([\w-]{1,30})\/comments\/(\w{1,20})(?:\/[^/]*)?\/?$/.exec(
        pathname,
      )
      return found
        ? `https://www.reddit.com/${found[1]}/${found[2]}/comments/${found[3]}/`
        : undefined
    },
  }),
}

async function publishOnProfile(
  api: PlatformApi,
  { handle }: AccountOfPost,
  post: NewPost,
): Promise<PublishedPost> {
  const { title, text } = partsOf(post)
  const { status, headers, body } = await api.call({
    url: 'https://oauth.reddit.com/api/submit',
    body: new URLSearchParams({
      ...{ api_type: 'json', raw_json: '1', kind: 'self', sr: `u_${handle.slice(2)}` },
      ...{ title, text, resubmit: 'true', sendreplies: 'false' },
    }),
    effect: 'write',
  })
  if (status !== 200) throw refused(api.name, body)
  const submitted = Submitted.safeParse(jsonOf(body))
  if (!submitted.success) throw new ChannelFailed('unclear', 'Reddit did not say what it did.')
  const { errors, ratelimit, data } = submitted.data.json
  if (errors.some(([code]) => code === 'RATELIMIT')) {
    const wait = ratelimit === undefined ? {} : { 'retry-after': String(Math.ceil(ratelimit)) }
    const retryAt = retryAtOf({ ...headers, ...wait }, api.now())
    throw new ChannelFailed('rate_limited', 'Reddit asks for a pause.', { retryAt })
  }
  if (data !== undefined) return { id: data.name, url: data.url }
  throw refused(api.name, body)
}

/** The first line is the title, which Reddit demands; the post is looked for by both. */
function partsOf({ text }: NewPost): { title: string; text: string } {
  const [first = '', ...rest] = text.trim().split('\n')
  const title = Array.from(first.trim())
  if (title.length <= titleMax) return { title: title.join(''), text: rest.join('\n').trim() }
  return { title: `${title.slice(0, titleMax - 1).join('')}…`, text: text.trim() }
}

async function findOnProfile(
  api: PlatformApi,
  { handle }: AccountOfPost,
  post: NewPost,
): Promise<PublishedPost | undefined> {
  const name = encodeURIComponent(handle.slice(2))
  const url = `https://oauth.reddit.com/user/${name}/submitted?sort=new&limit=100&raw_json=1`
  const { status, body } = await api.call({ url, bytesMax: 4 * 1024 * 1024 })
  if (status !== 200) throw refused(api.name, body)
  const { title, text } = partsOf(post)
  const since = post.since.getTime() / 1_000 - 60
  const { children } = readAnswer(api.name, body, Listing).data
  const found = children.find(
    ({ data }) =>
      data.created_utc >= since && data.title === title && data.selftext.trim() === text,
  )
  return found && { id: found.data.name, url: `https://www.reddit.com${found.data.permalink}` }
}
