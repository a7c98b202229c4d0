import { z } from 'zod'
import { ChannelFailed, type NewPost, type PublishedPost } from '../../driver.ts'
import { jsonOf, readAnswer } from '../../outgoing/read-answer.ts'
import { oembedPosts } from '../oembed.ts'
import type { OauthPlatform, PlatformApi } from '../platform.ts'
import { refused } from '../refused.ts'

const id = z.string().regex(/^\d{1,25}$/)
const Me = z.object({ data: z.object({ id, name: z.string(), username: z.string() }) })
const Created = z.object({ data: z.object({ id }) })
const Posts = z.object({
  data: z
    .array(
      z.object({
        id,
        text: z.string(),
        entities: z
          .object({
            urls: z
              .array(z.object({ url: z.string(), expanded_url: z.string().optional() }))
              .optional(),
          })
          .optional(),
      }),
    )
    .default([]),
})

/**
 * X by OAuth 2.0. Refresh tokens can be used once. Posts have no key of the caller, so an attempt without an answer is
 * looked for among the account's latest posts. Source: docs.x.com, "OAuth 2.0 Authorization Code Flow with PKCE", "Create
 * Post" and "Get Posts".
 */
export const x: OauthPlatform = {
  channel: 'x',
  authorizeUrl: 'https://x.com/i/oauth2/authorize',
  tokenUrl: 'https://api.x.com/2/oauth2/token',
  revokeUrl: 'https://api.x.com/2/oauth2/revoke',
  scopes: ['tweet.read', 'tweet.write', 'users.read', 'offline.access'],
  scopeSeparator: ' ',
  ...{ pkce: 'S256', clientIn: 'header', clientIdField: 'client_id' },
  async whoAmI(api) {
    const { status, body } = await api.call({ url: 'https://api.x.com/2/users/me' })
    if (status !== 200) throw refused(api.name, body)
    const { data: me } = readAnswer(api.name, body, Me)
    return {
      externalId: me.id,
      ...{ name: me.name, handle: `@${me.username}` },
      profileUrl: `https://x.com/${encodeURIComponent(me.username)}`,
    }
  },
  publishing: {
    limits: {
      ...{ text_max: 280, unit: 'weighted', links_as: 23 },
      ...{ pictures: null, video: null },
    },
    async publish(api, _account, { text }) {
      const { status, body } = await api.call({
        url: 'https://api.x.com/2/tweets',
        body: { json: { text } },
        effect: 'write',
      })
      if (status !== 200 && status !== 201) throw refused(api.name, body)
      const created = Created.safeParse(jsonOf(body))
      if (created.success) return postOf(created.data.data.id)
      throw new ChannelFailed('unclear', 'X did not say whether it published the post.')
    },
    find: async (api, { externalId }, post) => findOnX(api, externalId, post),
  },
  posts: oembedPosts({
    endpoint: 'https://publish.x.com/oembed',
    textIn: 'html',
    shortener: 'https://t.co/',
    hidden: { status: 403, text: 'The post is protected.' },
    addressOf({ hostname, pathname }) {
      if (!/^(?:www\.|mobile\.)?(?:x|twitter)\.com$/.test(hostname)) return undefined
      const [, account, post] = /^\/(\w{1,20}|i\/web)\/status\/(\d{1,25})\/?$/.exec(pathname) ?? []
      return post === undefined ? undefined : `https://x.com/${account}/status/${post}`
    },
  }),
}

async function findOnX(
  api: PlatformApi,
  account: string,
  { text, since }: NewPost,
): Promise<PublishedPost | undefined> {
  // The clocks of both need not agree to the second.
  const start = new Date(since.getTime() - 60_000).toISOString().replace(/\.\d+Z$/, 'Z')
  const query = new URLSearchParams({
    ...{ max_results: '100', start_time: start, 'tweet.fields': 'entities' },
  })
  const url = `https://api.x.com/2/users/${encodeURIComponent(account)}/tweets?${query}`
  const { status, body } = await api.call({ url })
  if (status !== 200) throw refused(api.name, body)
  const { data } = readAnswer(api.name, body, Posts)
  const found = data.find((one) => comparable(written(one)) === comparable(text))
  return found && postOf(found.id)
}

/** The text as it was written: X shortens each link and escapes three characters. */
function written({ text, entities }: z.infer<typeof Posts>['data'][number]): string {
  const lengthened = (entities?.urls ?? []).reduce(
    (so, { url, expanded_url: long }) => so.replaceAll(url, long ?? url),
    text,
  )
  return lengthened.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

function comparable(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(/\/(?= |$)/g, '')
    .trim()
}

function postOf(post: string): PublishedPost {
  return { id: post, url: `https://x.com/i/web/status/${post}` }
}
