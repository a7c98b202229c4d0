import { z } from 'zod'
import { ChannelFailed, type PublicPost } from '../driver.ts'
import { readHtml } from '../outgoing/html-page.ts'
import type { MastodonParts } from './mastodon-parts.ts'
import { jsonBytesMax } from './mastodon-request.ts'
import { parseJson } from './schemas.ts'

const accept =
  'application/activity+json, application/ld+json; profile="https://www.w3.org/ns/activitystreams"'

const Id = z.string().max(2_000)
const Ref = z.union([Id, z.object({ id: Id }).transform(({ id }) => id)])
/** One or several of a kind, as JSON-LD writes them. */
const Refs = z.union([Ref.transform((one) => [one]), z.array(Ref).max(1_000)]).catch([])

/** Source: w3.org/TR/activitystreams-vocabulary. */
const Activity = z.object({
  id: Id,
  type: z.union([z.string(), z.array(z.string()).max(20)]),
  attributedTo: Refs,
  to: Refs,
  cc: Refs,
  name: z.string().max(200_000).catch(''),
  summary: z.string().max(200_000).catch(''),
  content: z.string().max(200_000).catch(''),
  published: z.string().max(100).catch(''),
})

const posts: ReadonlySet<string> = new Set([
  'Note',
  'Article',
  'Page',
  'Question',
  'Video',
  'Image',
])

/** How documents name everybody. Source: w3.org/TR/activitypub, 5.6. */
const everybody: ReadonlySet<string> = new Set([
  'https://www.w3.org/ns/activitystreams#Public',
  'as:Public',
  'Public',
])

/** Reads a post by ActivityPub. Its id and its author must be at the host that it was fetched from. @throws ChannelFailed */
export async function readActivity(
  { requests }: MastodonParts,
  url: URL,
  signal: AbortSignal,
): Promise<PublicPost | 'gone'> {
  const request = { url, headers: { accept }, bytesMax: jsonBytesMax, signal }
  const response = await requests.get(request)
  const { status, url: from } = response
  if (status === 404 || status === 410 || status === 401 || status === 403) return 'gone'
  if (status !== 200) throw new ChannelFailed('unavailable', `It answers with status ${status}.`)
  const post = parseJson(Activity, response)
  const types = [post.type].flat()
  if (types.includes('Tombstone')) return 'gone'
  if (!types.some((type) => posts.has(type)))
    throw new ChannelFailed('refused', 'This is not the address of a post.')
  const [author] = post.attributedTo
  const origins = [post.id, author ?? ''].map((one) => URL.parse(one)?.origin)
  if (origins.some((origin) => origin !== from.origin))
    throw new ChannelFailed('refused', 'Use the address of the post at the server of its author.')
  if (![...post.to, ...post.cc].some((one) => everybody.has(one))) return 'gone'
  const { text, links } = readHtml(`${post.name}\n${post.summary}\n${post.content}`, from)
  const publishedMs = Date.parse(post.published)
  return {
    ...{ url: url.href, authorId: author ?? null, text, links },
    publishedAt: Number.isNaN(publishedMs) ? null : new Date(publishedMs),
  }
}
