import { ChannelFailed, type PublicPost } from '../driver.ts'
import { readHtml } from '../outgoing/html-page.ts'
import { actorOf } from './actor-of.ts'
import type { MastodonParts } from './mastodon-parts.ts'
import { jsonBytesMax } from './mastodon-request.ts'
import { readActivity } from './read-activity.ts'
import { parseJson, Status } from './schemas.ts'

const statusPath = /^\/(?:@[^/]+|users\/[^/]+\/statuses)\/(\d{1,30})\/?$/

const visible: ReadonlySet<string> = new Set(['public', 'unlisted'])

/**
 * Reads a post of a server with the Mastodon API or ActivityPub. A server is believed about its own accounts alone: a post
 * of another server's account, which it shows as well, is read there.
 * @throws ChannelFailed
 */
export async function readStatus(
  parts: MastodonParts,
  url: URL,
  signal: AbortSignal,
): Promise<PublicPost | 'gone'> {
  const id = statusPath.exec(url.pathname)?.[1]
  if (id === undefined) return readActivity(parts, url, signal)
  const response = await parts.requests.send({
    url: new URL(`/api/v1/statuses/${id}`, url),
    headers: { accept: 'application/json' },
    ...{ bytesMax: jsonBytesMax, signal },
  })
  // 404 is also the answer of servers without this API, and 401 that of servers that ask for a token.
  if (response.status !== 200) return readActivity(parts, url, signal)
  const status = parseJson(Status, response)
  if (!visible.has(status.visibility)) return 'gone'
  const author = URL.parse(status.account.uri ?? status.account.url)
  if (author?.origin !== url.origin || URL.parse(status.uri)?.origin !== url.origin)
    throw new ChannelFailed('refused', 'Use the address of the post at the server of its author.')
  const { text, links } = readHtml(`${status.spoiler_text}\n${status.content}`, url)
  const publishedMs = Date.parse(status.created_at)
  return {
    ...{ url: url.href, authorId: actorOf(new URL(url.origin), status.account), text, links },
    publishedAt: Number.isNaN(publishedMs) ? null : new Date(publishedMs),
  }
}
